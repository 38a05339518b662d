package io.pando.cli.machine;

/**
 * Target size of a process's heap below its limit, from the frequency of collections. The collector
 * of OSDs fills the whole heap before it collects, however few bytes are live.
 *
 * <p>The target is the live bytes plus room for new objects. The room grows, up to the limit, while
 * collections have been close to each other for a while, and at once where they follow each other
 * without a pause. It shrinks when collections are rare: memory is spent while a load makes it pay.
 *
 * @param limitBytes upper bound of the target
 * @param roomBytes bytes for new objects in addition to the live ones
 * @param busySamples successive samples, up to now, in which collections were close
 */
record HeapTarget(long limitBytes, long roomBytes, int busySamples) {
  /** Smallest room: with less, collections would cost more than the memory is worth. */
  static final long LEAST_ROOM_BYTES = 64L << 20;

  /** Smallest target: an OSD that has just started uses about this. */
  static final long LEAST_BYTES = 176L << 20;

  private static final long GROWTH_BYTES = 48L << 20;
  private static final long SHRINKAGE_BYTES = 16L << 20;

  /**
   * Successive busy samples after which the room grows, so that a short load does not grow the
   * heap.
   */
  private static final int PATIENCE_SAMPLES = 4;

  /** Collections at most this far apart are close; beyond {@link #RARE_MILLIS} they are rare. */
  private static final long CLOSE_MILLIS = 1_000;

  private static final long RARE_MILLIS = 5_000;

  /**
   * Collections at most this far apart copy more live bytes of requests in flight than they free.
   */
  private static final long PRESSING_MILLIS = 250;

  /** The target at the start of a process. */
  static HeapTarget atStart(long limitBytes) {
    return new HeapTarget(limitBytes, LEAST_ROOM_BYTES, 0);
  }

  /**
   * The target after a short period: the room doubles at once where collections follow each other
   * without a pause. Large objects of clients cause that, which are short-lived and take many
   * megabytes at a time.
   *
   * @param collections collections that ended in the period
   * @param millis length of the period, positive
   */
  HeapTarget afterMoment(long collections, long millis) {
    return collections * PRESSING_MILLIS < millis
        ? this
        : new HeapTarget(limitBytes, Math.min(limitBytes, 2 * roomBytes), busySamples);
  }

  /**
   * The target after a sample.
   *
   * @param collections collections that ended since the last sample
   * @param millis time since the last sample, positive
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
   * Target size of the heap.
   *
   * @param aliveBytes live bytes after the last collection of the whole heap; 0 if there was none
   *     yet
   */
  long bytes(long aliveBytes) {
    return Math.min(limitBytes, Math.max(LEAST_BYTES, aliveBytes + roomBytes));
  }
}
