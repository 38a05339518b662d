package io.pando.disk;

import io.pando.id.ClusterId;
import io.pando.id.OsdId;

/**
 * The owner of a store: written at formatting, compared at every opening.
 *
 * @param shard index of the daemon's shard, not negative
 */
public record StoreIdentity(ClusterId cluster, OsdId osd, int shard) {
  public StoreIdentity {
    if (shard < 0) {
      throw new IllegalArgumentException("shard must not be negative: " + shard);
    }
  }

  @Override
  public String toString() {
    return osd + " shard " + shard + " of cluster " + cluster;
  }
}
