package io.pando.client.fs.session;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The time for which a client may use what it has. It is counted from when the client sent the
 * message that the server answered, so it ends at the client before it ends at the server. All
 * times are monotonic, in nanoseconds.
 */
final class Lease {
  private static final int RENEWALS_IN_A_LEASE = 3;

  private final long marginNanos;

  /** Renewals without an answer: when each was sent. */
  private final SortedMap<Long, Long> sent = new TreeMap<>();

  private long lastSequence;
  private long lastSentNanos;
  private long leaseNanos;
  private long endNanos;
  private boolean running;

  /**
   * No lease.
   *
   * @param marginNanos how much earlier the client stops, so that caches of kernels are dropped in
   *     time
   */
  Lease(long marginNanos) {
    this.marginNanos = marginNanos;
  }

  /** The lease begins when a message was sent; a longer one that was given before stays. */
  void begin(long sentNanos, long durationNanos) {
    long end = sentNanos + Math.max(0, durationNanos - marginNanos);
    endNanos = running ? Math.max(endNanos, end) : end;
    lastSentNanos = running ? Math.max(lastSentNanos, sentNanos) : sentNanos;
    running = true;
    leaseNanos = durationNanos;
  }

  /** The sequence number of a renewal that is sent now. */
  long renew(long nowNanos) {
    lastSequence++;
    lastSentNanos = nowNanos;
    sent.put(lastSequence, nowNanos);
    return lastSequence;
  }

  /** A renewal was answered. */
  void onRenewed(long sequence, long durationNanos) {
    Long at = sent.get(sequence);
    if (at != null) {
      begin(at, durationNanos);
      sent.headMap(sequence + 1).clear();
    }
  }

  /** The connection is gone: answers to renewals do not come any more. */
  void onDisconnected() {
    sent.clear();
  }

  /** The number of the newest renewal. */
  long lastSequence() {
    return lastSequence;
  }

  boolean isValid(long nowNanos) {
    return running && nowNanos < endNanos;
  }

  /** When it ends; the largest number if it has not begun, or ended and was {@link #stop}ped. */
  long endNanos() {
    return running ? endNanos : Long.MAX_VALUE;
  }

  /** It is over. */
  void stop() {
    running = false;
  }

  /** When the next renewal is due: a third of the lease after the message before. */
  long renewAtNanos() {
    return lastSentNanos + Math.max(1, leaseNanos / RENEWALS_IN_A_LEASE);
  }
}
