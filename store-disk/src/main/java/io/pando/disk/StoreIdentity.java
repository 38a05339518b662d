package io.pando.disk;

import io.pando.id.ClusterId;
import io.pando.id.OsdId;

/**
 * Whose store it is; written when it is formatted, compared when it is opened.
 *
 * @param shard of the daemon, not negative
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
