package io.pando.mds.locks;

/**
 * Limits of the locks of a rank.
 *
 * @param mostLocks most locks that a session has; ranges of one owner that touch and have one mode
 *     are one lock
 * @param mostUnderWay most requests of a session that wait, or whose answer it may not know yet; a
 *     client keeps below that
 */
public record LockLimits(int mostLocks, int mostUnderWay) {
  public LockLimits {
    if (mostLocks < 1 || mostUnderWay < 1) {
      throw new IllegalArgumentException(
          "limits of %d locks, %d requests for locks".formatted(mostLocks, mostUnderWay));
    }
  }

  /** 100,000 locks, 65,536 requests. */
  public static LockLimits usual() {
    return new LockLimits(100_000, 65_536);
  }

  /**
   * Most locks that a session may have had under a former holder of the rank. A request without an
   * answer may split a lock in three, so these can be more than it may get.
   */
  int mostClaims() {
    return mostLocks + 2 * mostUnderWay;
  }
}
