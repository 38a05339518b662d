package io.pando.session;

import io.pando.port.EventLoop;
import io.pando.port.Peer;
import org.jspecify.annotations.Nullable;

/**
 * A session's conversation with one monitor: when the monitor was heard last, whether it answered
 * the last keep-alive, and whether it knows a leading monitor. Runs on the session's event loop.
 */
final class Conversation implements SessionPhase {
  /** The session of a calm owner sends one keep-alive of this number. */
  static final int CALM_KEEP_ALIVES = 15;

  private static final int LEADERLESS_ANSWERS = 2;

  /**
   * Before the first map, a higher limit: a monitor may have to wait for the other monitors before
   * it has a map.
   */
  private static final int LEADERLESS_ANSWERS_BEFORE_FIRST_MAP = 3;

  final Peer.Dialed monitor;
  private long lastHeardNanos;
  private boolean heard;
  private boolean gapReported;
  private int leaderless;
  private boolean answered;
  private int leftOut;
  private EventLoop.@Nullable Timer tick;

  Conversation(Peer.Dialed monitor, long nowNanos) {
    this.monitor = monitor;
    this.lastHeardNanos = nowNanos;
  }

  /** Whether the monitor has said anything. */
  boolean isHeard() {
    return heard;
  }

  void onHeard(long nowNanos) {
    heard = true;
    lastHeardNanos = nowNanos;
  }

  long silentNanos(long nowNanos) {
    return nowNanos - lastHeardNanos;
  }

  void onKeepAliveSent() {
    answered = false;
    leftOut = 0;
  }

  /** A monitor that is not asked is not silent. */
  void onKeepAliveLeftOut(long nowNanos) {
    leftOut++;
    lastHeardNanos = nowNanos;
  }

  /** Whether the next keep-alive may be left out; never before the answer to the one before. */
  boolean canLeaveOut() {
    return answered && leaderless == 0 && !gapReported && leftOut < CALM_KEEP_ALIVES - 1;
  }

  /**
   * Handles the answer to a keep-alive.
   *
   * @param hasMap whether the session has a map
   * @return whether the monitor is cut off from the others
   */
  boolean onAnswered(boolean knowsLeader, boolean hasMap) {
    answered = true;
    leaderless = knowsLeader ? 0 : leaderless + 1;
    return leaderless >= (hasMap ? LEADERLESS_ANSWERS : LEADERLESS_ANSWERS_BEFORE_FIRST_MAP);
  }

  /** Notes that maps are missing; returns whether that was not known. */
  boolean onGap() {
    boolean first = !gapReported;
    gapReported = true;
    return first;
  }

  void onGapClosed() {
    gapReported = false;
  }

  /** Sets the timer of the next keep-alive. */
  void tickWith(EventLoop.Timer timer) {
    tick = timer;
  }

  void cancelTick() {
    if (tick != null) {
      tick.cancel();
    }
  }
}
