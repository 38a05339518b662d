package io.pando.osd.pg.log;

/**
 * Heap budget for the logs of all groups of a shard, in equal parts: with many groups, the log of
 * each is shorter. Otherwise memory would grow with the number of groups, and every garbage
 * collection traverses the objects that the logs refer to.
 *
 * <p>Owned by a shard; only its loop uses it.
 */
public final class LogBudget {
  /** Least budget of a group in bytes, whatever the number of groups: a few hundred updates. */
  static final long LEAST_BYTES = 128 << 10;

  private final long bytes;
  private int groups = 1;

  /**
   * Creates a budget for one group, until {@link #setGroups} is called.
   *
   * @param bytes estimated bytes of all entries in memory
   */
  public LogBudget(long bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException("logBytes must be at least 1: " + bytes);
    }
    this.bytes = bytes;
  }

  /** Sets the number of groups that share the budget; 0 counts as 1. */
  public void setGroups(int count) {
    groups = Math.max(1, count);
  }

  /** Bytes that a group's log may take. Its remembered requests may take as much again. */
  public long logBytes() {
    return Math.max(LEAST_BYTES, bytes / groups) / 2;
  }
}
