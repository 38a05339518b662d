package io.pando.osd.shard;

import io.pando.osd.pg.step.Input;

/**
 * Watches whether there is room for what clients write. What the daemon tells of all stores, here
 * and at peers, is of some time ago; the shard's own store is known as it is now.
 */
final class FullnessWatch {
  private final ShardState shard;
  private final GroupRunner runner;
  private final int fullRatio;
  private boolean toldFull;
  private boolean storeFull;
  private boolean full;

  /**
   * Room is taken for granted until somebody looks.
   *
   * @param fullRatio thousandths of the capacity
   */
  FullnessWatch(ShardState shard, GroupRunner runner, int fullRatio) {
    this.shard = shard;
    this.runner = runner;
    this.fullRatio = fullRatio;
  }

  boolean isFull() {
    return full;
  }

  /** How full the shard's own store is, in thousandths. */
  int ofStore() {
    return storeFull ? 1000 : Room.thousandths(shard.ports.store().usage());
  }

  /** A store, here or at a peer, is above the full ratio, or is not any more. */
  void onTold(boolean isFull) {
    toldFull = isFull;
    look();
  }

  /** Looks at the shard's own store, and tells the groups if it has changed. */
  void look() {
    boolean own = Room.isShort(shard.ports.store().usage(), fullRatio);
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
}
