package io.pando.disk.raw.pipeline.worker;

import io.pando.disk.log.LogConfig;

/**
 * Sizes of the log and of the queues of a raw store.
 *
 * @param log sizes of its segments
 * @param maxLogBytes length from which the log takes no transactions, as long as the store can
 *     shorten it; at least four segments
 * @param placeFromBytes length in bytes from which consecutive whole blocks go to their place
 *     before the log; shorter ones go through the log. At least a block. If the log has a device of
 *     its own, this is the lower bound, and measured durations decide
 * @param applyOps number of gathered updates at which the store applies them, positive
 * @param applyBytes size of gathered updates at which it does so
 * @param applyNanos age of the first gathered update at which it does so
 * @param maxPendingBytes size of unapplied updates from which the log takes no transactions
 * @param allotmentBlocks blocks allotted to the owner's loop in advance, positive
 * @param readCacheBytes approximate heap for recently read objects; 0 for no cache
 */
public record PipelineConfig(
    LogConfig log,
    long maxLogBytes,
    int placeFromBytes,
    int applyOps,
    long applyBytes,
    long applyNanos,
    long maxPendingBytes,
    int allotmentBlocks,
    long readCacheBytes) {
  public PipelineConfig {
    require(
        maxLogBytes >= 4 * log.segmentBytes(), "maxLogBytes is below four segments", maxLogBytes);
    require(placeFromBytes >= 4096, "placeFromBytes is below a block", placeFromBytes);
    require(applyOps > 0, "applyOps must be positive", applyOps);
    require(applyBytes > 0, "applyBytes must be positive", applyBytes);
    require(applyNanos >= 0, "applyNanos must not be negative", applyNanos);
    require(maxPendingBytes >= applyBytes, "maxPendingBytes is below applyBytes", maxPendingBytes);
    require(allotmentBlocks > 0, "allotmentBlocks must be positive", allotmentBlocks);
    require(readCacheBytes >= 0, "readCacheBytes must not be negative", readCacheBytes);
  }

  /** The same with other sizes of the log's segments. */
  public PipelineConfig withLog(LogConfig sizes) {
    return new PipelineConfig(
        sizes,
        maxLogBytes,
        placeFromBytes,
        applyOps,
        applyBytes,
        applyNanos,
        maxPendingBytes,
        allotmentBlocks,
        readCacheBytes);
  }

  /** The share of one of several stores. */
  public PipelineConfig part(int stores) {
    return new PipelineConfig(
        log,
        maxLogBytes,
        placeFromBytes,
        applyOps,
        applyBytes,
        applyNanos,
        Math.max(applyBytes, maxPendingBytes / stores),
        allotmentBlocks,
        readCacheBytes / stores);
  }

  private static void require(boolean holds, String what, long value) {
    if (!holds) {
      throw new IllegalArgumentException(what + ": " + value);
    }
  }
}
