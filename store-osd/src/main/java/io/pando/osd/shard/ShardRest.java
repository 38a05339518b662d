package io.pando.osd.shard;

/**
 * Whether a shard is <em>calm</em>: nothing but ticks has happened to its groups for a while, and
 * no request of a client is open. A calm shard ticks half as often, and an OSD whose shards are all
 * calm pings half as often ({@link io.pando.osd.heartbeat.HeartbeatTimer}).
 */
final class ShardRest {
  /** Successive ticks without work after which a shard is calm: 10 s. */
  static final int TICKS = 20;

  private boolean worked;
  private int ticks;

  /** Records that a group got an input other than a tick; returns whether that ends the calm. */
  boolean onWork() {
    boolean ends = isCalm();
    worked = true;
    ticks = 0;
    return ends;
  }

  /**
   * Records a tick.
   *
   * @param requestsOpen whether a request of a client is not answered
   */
  void onTick(boolean requestsOpen) {
    ticks = worked || requestsOpen ? 0 : Math.min(TICKS, ticks + 1);
    worked = false;
  }

  boolean isCalm() {
    return ticks == TICKS;
  }
}
