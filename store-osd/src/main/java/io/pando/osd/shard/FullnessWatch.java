package io.pando.osd.shard;

import io.pando.osd.pg.step.Input;

/**
 * Watches whether there is room for client writes. The daemon's view of all stores, here and at
 * peers, is some time old; the state of the shard's own store is current.
 */
final class FullnessWatch {
  private final ShardState shard;
  private final GroupRunner runner;
  private final int fullRatio;
  private boolean toldFull;
  private boolean storeFull;
  private boolean full;

  /**
   * Creates a watch that assumes room until the first {@link #look}.
   *
   * @param fullRatio thousandths of the capacity above which client writes are refused
   */
  FullnessWatch(ShardState shard, GroupRunner runner, int fullRatio) {
    this.shard = shard;
    this.runner = runner;
    this.fullRatio = fullRatio;
  }

  boolean isFull() {
    return full;
  }

  /**
   * Fullness of the shard's own store, in thousandths; 1000 if it has no room for client writes.
   */
  int ofStore() {
    return storeFull ? 1000 : SpaceCheck.thousandths(shard.ports.store().usage());
  }

  /** Records whether some store, here or at a peer, is above the full ratio. */
  void onTold(boolean isFull) {
    toldFull = isFull;
    look();
  }

  /**
   * Checks the shard's own store. Informs the daemon if that store's state changed, and the groups
   * if the overall state changed.
   */
  void look() {
    boolean own = SpaceCheck.isShort(shard.ports.store().usage(), fullRatio);
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
