package io.pando.disk.raw.pipeline;

/**
 * From which length on whole blocks go to their place before the log, by what writes were seen to
 * take.
 *
 * <p>Placed first, a write is acknowledged after two waits, for its data and for the record that
 * names them; but its bytes are written once. Logged, it is acknowledged after one, and its bytes
 * are written twice: to the log, and to their place later. A write is placed if that keeps it
 * waiting at most half as long again as the log would: so much is a byte less worth.
 *
 * <p>Where the log is on the device of the data, bytes count more than waits: then the least is the
 * most, and nothing is measured. One thread uses it.
 */
final class PlacementCost {
  /** How long a placed write may be under way, in percent of a logged one. */
  static final int PATIENCE_PERCENT = 150;

  /** A device of which so many batches heard nothing is tried once. */
  static final int TRIED_AFTER_BATCHES = 512;

  private static final double GUESSED_DATA_NANOS = 90_000;
  private static final double GUESSED_LOG_NANOS = 50_000;
  private static final double GUESSED_NANOS_PER_BYTE = 2;

  private final int leastBytes;
  private final int mostBytes;
  private final CostLine data = new CostLine(GUESSED_DATA_NANOS, GUESSED_NANOS_PER_BYTE);
  private final CostLine log = new CostLine(GUESSED_LOG_NANOS, GUESSED_NANOS_PER_BYTE);
  private int batchesWithoutData;

  /**
   * A choice between two lengths.
   *
   * @param leastBytes shorter ones are never placed; a block at least
   * @param mostBytes longer ones always are; not below the least
   */
  PlacementCost(int leastBytes, int mostBytes) {
    if (leastBytes <= 0 || mostBytes < leastBytes) {
      throw new IllegalArgumentException("from " + leastBytes + " to " + mostBytes + " bytes");
    }
    this.leastBytes = leastBytes;
    this.mostBytes = mostBytes;
  }

  /** A batch's data were written, durably. */
  void onData(long bytes, long nanos) {
    batchesWithoutData = 0;
    data.add(bytes, nanos);
  }

  /** A batch of the log was written, durably. */
  void onLog(long bytes, long nanos) {
    batchesWithoutData++;
    log.add(bytes, nanos);
  }

  /** The length from which on a write is worth to be placed: the least times a power of two. */
  int worthFromBytes() {
    for (int bytes = leastBytes; bytes < mostBytes; bytes *= 2) {
      double placed = data.nanosFor(bytes) + log.fixedNanos();
      if (placed * 100 <= log.nanosFor(bytes) * PATIENCE_PERCENT) {
        return bytes;
      }
    }
    return mostBytes;
  }

  /** The same; but a device that was not written to for long is tried with whatever comes next. */
  int placeFromBytes() {
    return batchesWithoutData >= TRIED_AFTER_BATCHES ? leastBytes : worthFromBytes();
  }
}
