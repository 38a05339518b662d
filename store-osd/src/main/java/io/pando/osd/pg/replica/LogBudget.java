package io.pando.osd.pg.replica;

/**
 * What the logs of a shard's groups may take of the heap together, each as much as the others: an
 * OSD of many groups keeps less of each. Without it memory grows with the number of groups, and
 * every collection of the heap follows what the logs refer to.
 *
 * <p>Owned by a shard; only its loop uses it.
 */
public final class LogBudget {
  /** So much is kept however many groups there are: some hundred updates. */
  static final long LEAST_BYTES = 128 << 10;

  private final long bytes;
  private int groups = 1;

  /**
   * A budget for one group, until more are told.
   *
   * @param bytes estimated, of the entries in memory
   */
  public LogBudget(long bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException("a budget of " + bytes + " bytes for logs");
    }
    this.bytes = bytes;
  }

  /** So many share it now; none counts as one. */
  public void setGroups(int count) {
    groups = Math.max(1, count);
  }

  /** What a group's log may take, and what it remembers of before as much again. */
  public long logBytes() {
    return Math.max(LEAST_BYTES, bytes / groups) / 2;
  }
}
