package io.pando.mds.store;

/**
 * When the next batch of the journal begins.
 *
 * <p>A record that comes alone is written at once. If records came while the batch before was
 * written, more are likely to follow, and a batch with more of them costs OSDs less for each: the
 * next one waits until none came for a moment, but not for long. Clients have their answers before
 * their changes are durable, so few wait for it; for those that do, the batch is not put off.
 *
 * <p>What a server writes of a file that was closed begins no batch for a while: it goes with the
 * next change. A program that writes one file after the other with {@code fsync} closes each just
 * before it makes the next, whose record would otherwise wait until the batch with the size of the
 * one before is written.
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

  /** Longest time that a record waits that may. */
  private static final long PATIENCE_NANOS = 10_000_000;

  private static final long ENOUGH_BYTES = 64 << 10;

  private boolean crowded;

  /** Whether nothing came since the batch before but records that may wait. */
  private boolean patient;

  private boolean changed;
  private long begunNanos;
  private long newestNanos;

  /** When the first of these came, if nothing else did. */
  private long firstNanos;

  /**
   * Records of changes came.
   *
   * @param writing whether a batch is under way
   */
  void onRecords(long nowNanos, boolean writing) {
    newestNanos = nowNanos;
    crowded |= writing;
    changed = true;
    patient = false;
  }

  /** Records came that may all wait. */
  void onPatient(long nowNanos) {
    if (!changed && !patient) {
      patient = true;
      firstNanos = nowNanos;
    }
  }

  /** A batch begins. */
  void onBegun(long nowNanos) {
    begunNanos = nowNanos;
    crowded = false;
    changed = false;
    patient = false;
  }

  /**
   * Whether a batch of what waits begins now.
   *
   * @param bytes number of bytes that wait
   */
  boolean isDue(long nowNanos, long bytes) {
    boolean alone = !crowded && !patient;
    return alone || bytes >= ENOUGH_BYTES || nowNanos - dueNanos() >= 0;
  }

  /** When a batch of what waits begins at the latest, unless it is due already. */
  long dueNanos() {
    if (patient) {
      return firstNanos + PATIENCE_NANOS;
    }
    long silence = newestNanos + SILENCE_NANOS;
    long longest = begunNanos + LONGEST_NANOS;
    return silence - longest < 0 ? silence : longest;
  }
}
