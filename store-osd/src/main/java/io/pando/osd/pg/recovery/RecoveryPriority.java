package io.pando.osd.pg.recovery;

/**
 * How urgent it is to recover a group, as one number: what clients cannot use comes before all,
 * then the fewer whole copies there are the sooner, then what a log tells before what has to be
 * compared. Only a difference of a {@link #STEP} is worth taking a slot from somebody.
 */
public final class RecoveryPriority {
  /** Between groups of which one has a whole copy less. */
  public static final int STEP = 10;

  private static final int MOST_ABSENT = 10;
  private static final int UNAVAILABLE = STEP * (MOST_ABSENT + 2);
  private static final int BY_LOG = 1;

  private RecoveryPriority() {}

  /**
   * The number.
   *
   * @param unavailable whether clients cannot use the group, or objects of it
   * @param absentCopies by how many the whole copies fall short of what the pool wants
   * @param byLog whether the log tells all that is missing
   */
  static int of(boolean unavailable, int absentCopies, boolean byLog) {
    return (unavailable ? UNAVAILABLE : 0)
        + STEP * Math.clamp(absentCopies, 0, MOST_ABSENT)
        + (byLog ? BY_LOG : 0);
  }

  /** Whether a group may take the slot of another. */
  public static boolean mayDisplace(int priority, int other) {
    return priority / STEP > other / STEP;
  }
}
