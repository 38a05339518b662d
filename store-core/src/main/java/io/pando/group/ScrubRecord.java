package io.pando.group;

/**
 * How far the scrubbing of a group is: kept by its primary, and by its replicas so that a new
 * primary goes on from there. Times are of wall clocks, in milliseconds.
 *
 * @param sinceMillis from when on scrubs are due; 0: nobody has decided that yet
 * @param lightMillis end of the last scrub that listed everything; 0: there was none
 * @param deepMillis end of the last one that read everything; 0: there was none
 * @param finished scrubs that have ended
 * @param ordered by an operator, to come next
 * @param running begun and not ended
 * @param mark first position that it has not checked
 * @param found what was found and is not repaired
 * @param comparedMillis end of the last one of whatever kind; 0: there was none
 * @param revision changes of the record so far: of two records of a group, the one with more is the
 *     later
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
  /** Of a group that was never scrubbed. */
  public static final ScrubRecord NEVER =
      new ScrubRecord(0, 0, 0, 0, ScrubKind.NONE, ScrubKind.NONE, 0, Found.NOTHING, 0, 0);

  /**
   * What is wrong, as far as is known.
   *
   * @param inconsistent objects whose copies differ
   * @param unprovable those of which it cannot be told which copies are good
   * @param wrongLeaves leaves that trees had wrong, until a scrub finds none
   */
  public record Found(long inconsistent, long unprovable, long wrongLeaves) {
    public static final Found NOTHING = new Found(0, 0, 0);
  }

  /** Whether it was kept after another one of the same group. */
  public boolean isLaterThan(ScrubRecord other) {
    return revision > other.revision;
  }

  /** The same as of which scrubs are due. */
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

  /** The same with an order. */
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

  /** One begins. */
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

  /** It has come so far. */
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

  /** The same with other findings. */
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

  /** It has ended. */
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

  /** Of a group that comes out of this one: what was begun begins anew. */
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
