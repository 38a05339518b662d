package io.pando.group;

/**
 * The scrub state of a group. Its primary stores it, and so do its replicas, so that a new primary
 * can continue. Times are of wall clocks, in milliseconds.
 *
 * @param sinceMillis time from which scrubs are due; 0 if not yet decided
 * @param lightMillis end of the last scrub that listed everything; 0 if there was none
 * @param deepMillis end of the last scrub that read everything; 0 if there was none
 * @param finished number of scrubs that have ended
 * @param ordered scrub that an operator ordered, which comes next
 * @param running scrub that has begun and not ended
 * @param mark first position that the running scrub has not checked
 * @param found findings that are not repaired
 * @param comparedMillis end of the last scrub of any kind; 0 if there was none
 * @param revision number of changes of the record so far; of two records of a group, the one with
 *     the higher number is the later
 */
public record ScrubRecord(
    long sinceMillis,
    long lightMillis,
    long deepMillis,
    long finished,
    ScrubKind ordered,
    ScrubKind running,
    int mark,
    Found found,
    long comparedMillis,
    long revision) {
  /** The record of a group that was never scrubbed. */
  public static final ScrubRecord NEVER =
      new ScrubRecord(0, 0, 0, 0, ScrubKind.NONE, ScrubKind.NONE, 0, Found.NOTHING, 0, 0);

  /**
   * Findings of scrubs that are not repaired.
   *
   * @param inconsistent number of objects whose copies differ
   * @param unprovable number of these objects for which it cannot be determined which copies are
   *     good
   * @param wrongLeaves number of leaves that were wrong in hash trees, until a scrub finds none
   */
  public record Found(long inconsistent, long unprovable, long wrongLeaves) {
    public static final Found NOTHING = new Found(0, 0, 0);
  }

  /** Whether this record is later than another one of the same group. */
  public boolean isLaterThan(ScrubRecord other) {
    return revision > other.revision;
  }

  /** The same record with another time from which scrubs are due. */
  public ScrubRecord dueSince(long millis) {
    return new ScrubRecord(
        millis,
        lightMillis,
        deepMillis,
        finished,
        ordered,
        running,
        mark,
        found,
        comparedMillis,
        revision + 1);
  }

  /** The same record with an ordered scrub. */
  public ScrubRecord ordered(ScrubKind kind) {
    return new ScrubRecord(
        sinceMillis,
        lightMillis,
        deepMillis,
        finished,
        kind,
        running,
        mark,
        found,
        comparedMillis,
        revision + 1);
  }

  /** The record after a scrub has begun. */
  public ScrubRecord begun(ScrubKind kind, int first) {
    ScrubKind left = ordered == kind ? ScrubKind.NONE : ordered;
    return new ScrubRecord(
        sinceMillis,
        lightMillis,
        deepMillis,
        finished,
        left,
        kind,
        first,
        found,
        comparedMillis,
        revision + 1);
  }

  /** The record after the running scrub has reached a position. */
  public ScrubRecord markedAt(int position) {
    return new ScrubRecord(
        sinceMillis,
        lightMillis,
        deepMillis,
        finished,
        ordered,
        running,
        position,
        found,
        comparedMillis,
        revision + 1);
  }

  /** The same record with other findings. */
  public ScrubRecord with(Found now) {
    return new ScrubRecord(
        sinceMillis,
        lightMillis,
        deepMillis,
        finished,
        ordered,
        running,
        mark,
        now,
        comparedMillis,
        revision + 1);
  }

  /** The record after the running scrub has ended. */
  public ScrubRecord ended(long millis) {
    return new ScrubRecord(
        sinceMillis,
        running.isSession() ? lightMillis : millis,
        running.isDeep() ? millis : deepMillis,
        finished + 1,
        ordered,
        ScrubKind.NONE,
        0,
        found,
        millis,
        revision + 1);
  }

  /** The record for a group that is split off this one; a running scrub starts again. */
  public ScrubRecord inherited() {
    return new ScrubRecord(
        sinceMillis,
        lightMillis,
        deepMillis,
        finished,
        ordered,
        ScrubKind.NONE,
        0,
        found,
        comparedMillis,
        revision + 1);
  }
}
