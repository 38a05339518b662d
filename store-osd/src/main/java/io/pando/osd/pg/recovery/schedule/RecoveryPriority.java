package io.pando.osd.pg.recovery.schedule;

/**
 * The priority of a group's recovery, as one number. Groups or objects that clients cannot use come
 * first. Then groups with fewer whole copies come before those with more. Then groups whose missing
 * objects the log tells come before those that must be compared. Only a difference of a {@link
 * #STEP} justifies taking a slot from another group.
 */
public final class RecoveryPriority {
  /** Difference between two groups of which one has one whole copy less. */
  public static final int STEP = 10;

  private static final int MOST_ABSENT = 10;
  private static final int UNAVAILABLE = STEP * (MOST_ABSENT + 2);
  private static final int BY_LOG = 1;

  private RecoveryPriority() {}

  /**
   * Computes the priority.
   *
   * @param unavailable whether clients cannot use the group, or objects of it
   * @param absentCopies number of whole copies that are absent, compared with the pool's size
   * @param byLog whether the log tells all that is missing
   */
  public static int of(boolean unavailable, int absentCopies, boolean byLog) {
    return (unavailable ? UNAVAILABLE : 0)
        + STEP * Math.clamp(absentCopies, 0, MOST_ABSENT)
        + (byLog ? BY_LOG : 0);
  }

  /** Whether a group may take the slot of another. */
  public static boolean mayDisplace(int priority, int other) {
    return priority / STEP > other / STEP;
  }
}
