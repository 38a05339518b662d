package io.pando.mds.serve;

import io.pando.mds.caps.CapabilityLimits;
import io.pando.mds.purge.PurgeLimits;

/**
 * Limits of the service of a rank.
 *
 * @param capabilities of the capabilities of sessions
 * @param purge of the removal of inodes without a name
 * @param memory of rows and capabilities in memory
 */
public record ServiceLimits(CapabilityLimits capabilities, PurgeLimits purge, Memory memory) {
  /**
   * How much of a rank is in memory.
   *
   * @param rows rows above which those are dropped that were not used for the longest time; rows
   *     that sessions use, and changes that are not in the objects yet, stay
   * @param held inodes above which sessions are asked to give up capabilities that they do not
   *     need, counted for each session
   * @param step most rows that are looked at in one interval, at least 1
   * @param intervalNanos time between two steps; monotonic nanoseconds
   */
  public record Memory(long rows, long held, int step, long intervalNanos) {
    public Memory {
      if (rows < 1 || held < 1 || step < 1 || intervalNanos < 0) {
        throw new IllegalArgumentException(
            "%d rows, %d inodes, steps of %d rows each %d ns"
                .formatted(rows, held, step, intervalNanos));
      }
    }

    /** A million rows and a million inodes; 50,000 rows are looked at 20 times a second. */
    public static Memory usual() {
      return new Memory(1_000_000, 1_000_000, 50_000, 50_000_000L);
    }
  }

  /** The usual limits of all. */
  public static ServiceLimits usual() {
    return new ServiceLimits(CapabilityLimits.usual(), PurgeLimits.usual(), Memory.usual());
  }
}
