package io.pando.disk.raw.pipeline.log;

import io.pando.disk.account.Account;

/**
 * Chooses the length from which whole blocks go to their place before the log, by measured
 * durations.
 *
 * <p>A placed write is acknowledged after two waits, for its data and for the record that names
 * them, but its bytes are written once. A logged write is acknowledged after one wait, but its
 * bytes are written twice: to the log, and later to their place. A write is placed if its latency
 * is then at most one and a half times that of logging. That is the price for writing each byte
 * only once.
 *
 * <p>If the log is on the device of the data, bytes matter more than waits: then both bounds are
 * equal, and nothing is measured. One thread uses it; any thread may read the last decision.
 */
final class PlacementCost {
  /** Maximum latency of a placed write, in percent of a logged one. */
  static final int PATIENCE_PERCENT = 150;

  /** Number of log batches without a data write after which the device is tried once. */
  static final int TRIED_AFTER_BATCHES = 512;

  private static final double GUESSED_DATA_NANOS = 90_000;
  private static final double GUESSED_LOG_NANOS = 50_000;
  private static final double GUESSED_NANOS_PER_BYTE = 2;

  private final int leastBytes;
  private final int mostBytes;
  private final LinearCost data = new LinearCost(GUESSED_DATA_NANOS, GUESSED_NANOS_PER_BYTE);
  private final LinearCost log = new LinearCost(GUESSED_LOG_NANOS, GUESSED_NANOS_PER_BYTE);
  private int batchesWithoutData;
  private int reportedBytes;
  private volatile int decidedBytes;

  /**
   * A choice between two bounds.
   *
   * @param leastBytes shorter writes are never placed; at least a block
   * @param mostBytes writes of this length or more are always placed; not below the lower bound
   */
  PlacementCost(int leastBytes, int mostBytes) {
    if (leastBytes <= 0 || mostBytes < leastBytes) {
      throw new IllegalArgumentException("from " + leastBytes + " to " + mostBytes + " bytes");
    }
    this.leastBytes = leastBytes;
    this.mostBytes = mostBytes;
  }

  /** Records a durable write of a batch's data. */
  void onData(long bytes, long nanos) {
    batchesWithoutData = 0;
    data.add(bytes, nanos);
  }

  /** Records a durable write of a batch of the log. */
  void onLog(long bytes, long nanos) {
    batchesWithoutData++;
    log.add(bytes, nanos);
  }

  /** The length from which placing pays: the lower bound times a power of two. */
  int worthFromBytes() {
    for (int bytes = leastBytes; bytes < mostBytes; bytes *= 2) {
      double placed = data.nanosFor(bytes) + log.fixedNanos();
      if (placed * 100 <= log.nanosFor(bytes) * PATIENCE_PERCENT) {
        return bytes;
      }
    }
    return mostBytes;
  }

  /**
   * The same; but after a long time without data writes, the lower bound, to measure the device.
   */
  int placeFromBytes() {
    return batchesWithoutData >= TRIED_AFTER_BATCHES ? leastBytes : worthFromBytes();
  }

  /** Decides again; a new break-even length is reported. */
  void decide(Account account) {
    decidedBytes = placeFromBytes();
    int worth = worthFromBytes();
    if (worth != reportedBytes) {
      reportedBytes = worth;
      account.trait("place_from", worth + " bytes");
    }
  }

  /** The last decision. From any thread. */
  int decidedBytes() {
    return decidedBytes;
  }
}
