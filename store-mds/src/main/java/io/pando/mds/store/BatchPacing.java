package io.pando.mds.store;

/**
 * When the next batch of the journal begins.
 *
 * <p>A record that comes alone is written at once. If records came while the batch before was
 * written, more are likely to follow, and a batch with more of them costs OSDs less for each: the
 * next one waits until none came for a moment, but not for long. Clients have their answers before
 * their changes are durable, so few wait for it; for those that do, the batch is not put off.
 *
 * <p>Times are monotonic nanoseconds.
 */
final class BatchPacing {
  /**
   * Time without a record after which no more are expected. Clients send the changes of half a
   * millisecond together, so a shorter time would end between two messages.
   */
  private static final long SILENCE_NANOS = 1_000_000;

  /** Longest time from the beginning of a batch to that of the next one. */
  private static final long LONGEST_NANOS = 3_000_000;

  private static final long ENOUGH_BYTES = 64 << 10;

  private boolean crowded;
  private long begunNanos;
  private long newestNanos;

  /**
   * Records came.
   *
   * @param writing whether a batch is under way
   */
  void onRecords(long nowNanos, boolean writing) {
    newestNanos = nowNanos;
    crowded |= writing;
  }

  /** A batch begins. */
  void onBegun(long nowNanos) {
    begunNanos = nowNanos;
    crowded = false;
  }

  /**
   * Whether a batch of what waits begins now.
   *
   * @param bytes number of bytes that wait
   */
  boolean isDue(long nowNanos, long bytes) {
    return !crowded || bytes >= ENOUGH_BYTES || nowNanos - dueNanos() >= 0;
  }

  /** When a batch of what waits begins at the latest, unless it is due already. */
  long dueNanos() {
    long silence = newestNanos + SILENCE_NANOS;
    long longest = begunNanos + LONGEST_NANOS;
    return silence - longest < 0 ? silence : longest;
  }
}
