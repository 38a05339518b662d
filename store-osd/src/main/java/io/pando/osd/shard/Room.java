package io.pando.osd.shard;

import io.pando.port.ObjectStore;

/**
 * Whether a store has room for what clients write. Beside the share that is kept free of every
 * store, what is under way needs room of its own, which a small store would not have in that share.
 */
final class Room {
  private static final long UNDER_WAY_BYTES = 64L << 20;
  private static final int LARGEST_PART = 4;

  private Room() {}

  /**
   * Whether updates that need space must be refused.
   *
   * @param fullRatio thousandths of the capacity
   */
  static boolean isShort(ObjectStore.Usage usage, int fullRatio) {
    long freeBytes = usage.capacityBytes() - usage.usedBytes();
    long underWayBytes = Math.min(UNDER_WAY_BYTES, usage.capacityBytes() / LARGEST_PART);
    return freeBytes < underWayBytes
        || freeBytes * 1000 <= usage.capacityBytes() * (1000 - fullRatio);
  }

  /** How full a store is, in thousandths. */
  static int thousandths(ObjectStore.Usage usage) {
    return usage.capacityBytes() == 0
        ? 0
        : (int) (usage.usedBytes() * 1000 / usage.capacityBytes());
  }
}
