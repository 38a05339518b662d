package io.pando.osd.shard;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.fullness.FullRatios;
import io.pando.osd.pg.step.Input;
import io.pando.port.ObjectStore;

/**
 * Watches whether there is room for client writes, whatever the map says: the failsafe. The
 * daemon's view of all stores, here and at peers, is some time old; the state of the shard's own
 * store is current. The levels in the map are older than both.
 *
 * <p>Beside the share of every store that stays free, updates under way need room of their own: in
 * a small store that share would be too small for them.
 */
final class FullnessWatch {
  private static final long UNDER_WAY_BYTES = 64L << 20;
  private static final int LARGEST_PART = 4;

  private final ShardState shard;
  private final GroupRunner runner;
  private int failsafe = FullRatios.DEFAULT.failsafe();
  private boolean toldFull;
  private boolean storeFull;
  private boolean full;

  /** Creates a watch that assumes room until the first {@link #look}. */
  FullnessWatch(ShardState shard, GroupRunner runner) {
    this.shard = shard;
    this.runner = runner;
  }

  /** Takes over the failsafe ratio of a newer map. */
  void onMap(ClusterMap map) {
    if (map.fullness().ratios().failsafe() != failsafe) {
      failsafe = map.fullness().ratios().failsafe();
      look();
    }
  }

  boolean isFull() {
    return full;
  }

  /**
   * Fullness of the shard's own store, in thousandths; 1000 if it has no room for client writes.
   */
  int ofStore() {
    return storeFull ? 1000 : thousandths(shard.ports.store().usage());
  }

  /** Records whether some store, here or at a peer, is above the failsafe ratio. */
  void onTold(boolean isFull) {
    toldFull = isFull;
    look();
  }

  /**
   * Checks the shard's own store. Informs the daemon if that store's state changed, and the groups
   * if the overall state changed.
   */
  void look() {
    boolean own = isShort(shard.ports.store().usage(), failsafe);
    boolean now = toldFull || own;
    if (own != storeFull) {
      storeFull = own;
      shard.owner.storeFilled();
    }
    if (now != full) {
      full = now;
      runner.giveAll(new Input.FullnessChanged(now));
    }
  }

  /**
   * Whether updates that need space must be refused.
   *
   * @param failsafe thousandths of the capacity
   */
  static boolean isShort(ObjectStore.Usage usage, int failsafe) {
    long freeBytes = usage.capacityBytes() - usage.usedBytes();
    long underWayBytes = Math.min(UNDER_WAY_BYTES, usage.capacityBytes() / LARGEST_PART);
    return freeBytes < underWayBytes
        || freeBytes * 1000 <= usage.capacityBytes() * (1000 - failsafe);
  }

  /** Fullness of a store, in thousandths. */
  static int thousandths(ObjectStore.Usage usage) {
    return usage.capacityBytes() == 0
        ? 0
        : (int) (usage.usedBytes() * 1000 / usage.capacityBytes());
  }
}
