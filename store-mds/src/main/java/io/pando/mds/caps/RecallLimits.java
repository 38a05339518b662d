package io.pando.mds.caps;

/**
 * How many inodes a session may have capabilities for.
 *
 * @param held inodes above which some are recalled
 * @param most inodes from which on a session gets only what its open files need
 * @param all inodes, counted for each session, from which on no session gets more than its open
 *     files need; but each has its share of an eighth of them beside that
 * @param step most inodes that one recall takes, at least 1
 * @param intervalNanos time between two recalls of a session; monotonic nanoseconds
 */
public record RecallLimits(int held, int most, int all, int step, long intervalNanos) {
  public RecallLimits {
    if (held < 1 || most < held || all < 1 || step < 1 || intervalNanos < 0) {
      throw new IllegalArgumentException(
          "%d to %d inodes of %d, recalled by %d every %d ns"
              .formatted(held, most, all, step, intervalNanos));
    }
  }

  /**
   * Recall above 500,000 inodes, 50,000 each second; nothing more from 1,000,000 on, of a session
   * or of all.
   */
  public static RecallLimits usual() {
    return new RecallLimits(500_000, 1_000_000, 1_000_000, 50_000, 1_000_000_000L);
  }
}
