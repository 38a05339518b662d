package io.pando.osd.shard;

import io.pando.message.ReplicationMessage;
import io.pando.osd.pg.step.Input;

/**
 * Whether a shard is <em>calm</em>: its groups have had no work for a while, and no request of a
 * client is open. A calm shard ticks half as often, and an OSD whose shards are all calm pings half
 * as often ({@link io.pando.osd.heartbeat.HeartbeatTimer}).
 */
final class ShardRest {
  /** Successive ticks without work after which a shard is calm: 10 s. */
  static final int TICKS = 20;

  private boolean worked;
  private int ticks;

  /** Records an input of a group; returns whether it ends the calm. */
  boolean onInput(Input input) {
    if (!isWork(input)) {
      return false;
    }
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

  /** Not what comes at rest too: ticks, and the roots that members report every minute. */
  private static boolean isWork(Input input) {
    return switch (input) {
      case Input.Ticked _ -> false;
      case Input.PeerSaid said -> !(said.message() instanceof ReplicationMessage.Root);
      default -> true;
    };
  }

  boolean isCalm() {
    return ticks == TICKS;
  }
}
