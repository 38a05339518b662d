package io.pando.mds.serve;

/**
 * How much of a rank is in memory.
 *
 * @param rows rows above which those are dropped that were not used for the longest time; rows that
 *     sessions use, and changes that are not in the objects yet, stay
 * @param held inodes above which sessions are asked to give up capabilities that they do not need,
 *     counted for each session
 * @param step most rows that are looked at in one interval, at least 1
 * @param intervalNanos time between two steps; monotonic nanoseconds
 */
public record MemoryLimits(long rows, long held, int step, long intervalNanos) {
  public MemoryLimits {
    if (rows < 1 || held < 1 || step < 1 || intervalNanos < 0) {
      throw new IllegalArgumentException(
          "%d rows, %d inodes, steps of %d rows each %d ns"
              .formatted(rows, held, step, intervalNanos));
    }
  }

  /** A million rows and a million inodes; 200,000 rows are looked at four times a second. */
  public static MemoryLimits usual() {
    return new MemoryLimits(1_000_000, 1_000_000, 200_000, 250_000_000L);
  }
}
