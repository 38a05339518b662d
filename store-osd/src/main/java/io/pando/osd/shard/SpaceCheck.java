package io.pando.osd.shard;

import io.pando.port.ObjectStore;

/**
 * Decides whether a store has room for client writes. Beside the share of every store that stays
 * free, updates under way need room of their own: in a small store that share would be too small
 * for them.
 */
final class SpaceCheck {
  private static final long UNDER_WAY_BYTES = 64L << 20;
  private static final int LARGEST_PART = 4;

  private SpaceCheck() {}

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

  /** Fullness of a store, in thousandths. */
  static int thousandths(ObjectStore.Usage usage) {
    return usage.capacityBytes() == 0
        ? 0
        : (int) (usage.usedBytes() * 1000 / usage.capacityBytes());
  }
}
