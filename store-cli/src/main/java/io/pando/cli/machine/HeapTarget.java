package io.pando.cli.machine;

/**
 * How large the heap of a process should be below its limit, from how the collector fares. The
 * collector of OSDs fills what it is given before it collects, however little of it is alive.
 *
 * <p>The target is what is alive, and room for new objects. The room grows while collections have
 * followed each other closely for a while, at once where they leave no pause, up to the limit, and
 * shrinks when they are rare: memory is spent where a load makes it pay.
 *
 * @param limitBytes the target is no more than this
 * @param roomBytes for new objects beyond what is alive
 * @param busySamples samples in a row, until now, in which collections were close
 */
record HeapTarget(long limitBytes, long roomBytes, int busySamples) {
  /** With less room than this, collections would cost more than the memory is worth. */
  static final long LEAST_ROOM_BYTES = 64L << 20;

  /** The least target: an OSD that has just started has about this. */
  static final long LEAST_BYTES = 176L << 20;

  private static final long GROWTH_BYTES = 48L << 20;
  private static final long SHRINKAGE_BYTES = 16L << 20;

  /** A load that is over before this many samples does not make the heap grow. */
  private static final int PATIENCE_SAMPLES = 4;

  /** Collections closer than this are too close, and rare beyond {@link #RARE_MILLIS}. */
  private static final long CLOSE_MILLIS = 1_000;

  private static final long RARE_MILLIS = 5_000;

  /** Collections as close as this copy what is under way more than they free. */
  private static final long PRESSING_MILLIS = 250;

  /** The target of a process that starts. */
  static HeapTarget atStart(long limitBytes) {
    return new HeapTarget(limitBytes, LEAST_ROOM_BYTES, 0);
  }

  /**
   * The target after a moment: the room doubles at once where collections follow each other without
   * a pause. Clients' large objects, which are short-lived and many megabytes at a time, do that.
   *
   * @param collections that ended in it
   * @param millis its length, positive
   */
  HeapTarget afterMoment(long collections, long millis) {
    return collections * PRESSING_MILLIS < millis
        ? this
        : new HeapTarget(limitBytes, Math.min(limitBytes, 2 * roomBytes), busySamples);
  }

  /**
   * The target after a while.
   *
   * @param collections that ended since the last sample
   * @param millis since the last sample, positive
   */
  HeapTarget after(long collections, long millis) {
    if (collections * CLOSE_MILLIS >= millis) {
      return busySamples + 1 < PATIENCE_SAMPLES
          ? new HeapTarget(limitBytes, roomBytes, busySamples + 1)
          : new HeapTarget(limitBytes, Math.min(limitBytes, roomBytes + GROWTH_BYTES), 0);
    }
    boolean rare = collections * RARE_MILLIS <= millis;
    long room = rare ? Math.max(LEAST_ROOM_BYTES, roomBytes - SHRINKAGE_BYTES) : roomBytes;
    return new HeapTarget(limitBytes, room, 0);
  }

  /**
   * Bytes that the heap should have.
   *
   * @param aliveBytes what the last collection of the whole heap left; 0 if there was none yet
   */
  long bytes(long aliveBytes) {
    return Math.min(limitBytes, Math.max(LEAST_BYTES, aliveBytes + roomBytes));
  }
}
