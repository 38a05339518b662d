package io.pando.osd.shard;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.OsdInfo;
import io.pando.osd.config.OsdIdentity;

/**
 * Whether the map's up mark lets this incarnation of an OSD serve.
 *
 * <p>The members of a group must agree on when its interval began. An OSD knows that only if it has
 * every map since it was marked up. A map that comes <em>whole</em> hides those before it, so the
 * mark is valid only if it was not made before the last whole map. Otherwise the incarnation boots
 * again, which begins a new interval for all members (decision 0028).
 *
 * <p>Not thread-safe: the daemon and each of its shards have one of their own.
 */
public final class UpMark {
  private final OsdIdentity self;
  private long wholeEpoch;

  /** Creates the up mark of an incarnation that has seen no map yet. */
  public UpMark(OsdIdentity self) {
    this.self = self;
  }

  /**
   * Records that the map of this epoch came whole: the incrementals that led to it are not known.
   */
  public void onWholeMap(long epoch) {
    wholeEpoch = Math.max(wholeEpoch, epoch);
  }

  /** Earliest epoch of a valid mark; 0 before the first map. */
  public long since() {
    return wholeEpoch;
  }

  /** Whether the incarnation is marked up, and late enough that it knows every map since. */
  public boolean isValidIn(ClusterMap map) {
    OsdInfo known = map.osds().get(self.id());
    return known != null && known.upFrom() >= wholeEpoch && map.isUp(self.id(), self.nonce());
  }
}
