package io.pando.group;

/**
 * The scrub state of a group. Its primary stores it, and so do its replicas, so that a new primary
 * can continue. Times are of wall clocks, in milliseconds.
 *
 * @param past what scrubs were made, and when
 * @param progress the scrubs that are ordered and running
 * @param found findings that are not repaired
 * @param comparedMillis end of the last scrub of any kind; 0 if there was none
 * @param revision number of changes of the record so far; of two records of a group, the one with
 *     the higher number is the later
 */
public record ScrubRecord(
    Past past, Progress progress, Found found, long comparedMillis, long revision) {
  /** The record of a group that was never scrubbed. */
  public static final ScrubRecord NEVER =
      new ScrubRecord(new Past(0, 0, 0, 0), Progress.NOTHING, Found.NOTHING, 0, 0);

  /**
   * The scrubs that were made.
   *
   * @param sinceMillis time from which scrubs are due; 0 if not yet decided
   * @param lightMillis end of the last scrub that listed everything; 0 if there was none
   * @param deepMillis end of the last scrub that read everything; 0 if there was none
   * @param finished number of scrubs that have ended
   */
  public record Past(long sinceMillis, long lightMillis, long deepMillis, long finished) {}

  /**
   * The scrubs that are ordered and running.
   *
   * @param ordered scrub that an operator ordered, which comes next
   * @param running scrub that has begun and not ended
   * @param mark first position that the running scrub has not checked
   */
  public record Progress(ScrubKind ordered, ScrubKind running, int mark) {
    /** Neither an ordered scrub nor a running one. */
    public static final Progress NOTHING = new Progress(ScrubKind.NONE, ScrubKind.NONE, 0);
  }

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

  /** Number of scrubs that have ended. */
  public long finished() {
    return past.finished();
  }

  /** Scrub that an operator ordered, which comes next. */
  public ScrubKind ordered() {
    return progress.ordered();
  }

  /** Scrub that has begun and not ended. */
  public ScrubKind running() {
    return progress.running();
  }

  /** Whether this record is later than another one of the same group. */
  public boolean isLaterThan(ScrubRecord other) {
    return revision > other.revision;
  }

  /** The same record with another time from which scrubs are due. */
  public ScrubRecord dueSince(long millis) {
    Past due = new Past(millis, past.lightMillis(), past.deepMillis(), past.finished());
    return new ScrubRecord(due, progress, found, comparedMillis, revision + 1);
  }

  private ScrubRecord with(Progress now) {
    return new ScrubRecord(past, now, found, comparedMillis, revision + 1);
  }

  /** The same record with an ordered scrub. */
  public ScrubRecord ordered(ScrubKind kind) {
    return with(new Progress(kind, running(), progress.mark()));
  }

  /** The record after a scrub has begun. */
  public ScrubRecord begun(ScrubKind kind, int first) {
    return with(new Progress(ordered() == kind ? ScrubKind.NONE : ordered(), kind, first));
  }

  /** The record after the running scrub has reached a position. */
  public ScrubRecord markedAt(int position) {
    return with(new Progress(ordered(), running(), position));
  }

  /** The same record with other findings. */
  public ScrubRecord with(Found now) {
    return new ScrubRecord(past, progress, now, comparedMillis, revision + 1);
  }

  /** The record after the running scrub has ended. */
  public ScrubRecord ended(long millis) {
    Past now =
        new Past(
            past.sinceMillis(),
            running().isSession() ? past.lightMillis() : millis,
            running().isDeep() ? millis : past.deepMillis(),
            past.finished() + 1);
    return new ScrubRecord(now, stopped(), found, millis, revision + 1);
  }

  /** The record for a group that is split off this one; a running scrub starts again. */
  public ScrubRecord inherited() {
    return with(stopped());
  }

  private Progress stopped() {
    return new Progress(ordered(), ScrubKind.NONE, 0);
  }
}
