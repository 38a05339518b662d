package io.pando.osd.pg.peering;

/**
 * When a primary last asked other OSDs or the monitors in peering. Its pace outlives intervals:
 * many short intervals do not make it ask more often than its timeout says.
 */
public final class PeeringPace {
  private long askedNanos;

  void onAsked(long nowNanos) {
    askedNanos = nowNanos;
  }

  /** Whether the last request is long ago; if so, restarts the timeout. */
  boolean isTimeToAskAgain(long nowNanos, long retryNanos) {
    if (nowNanos - askedNanos < retryNanos) {
      return false;
    }
    askedNanos = nowNanos;
    return true;
  }
}
