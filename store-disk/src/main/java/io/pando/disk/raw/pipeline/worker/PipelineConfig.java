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
 * @param apply when the store applies the log's updates
 * @param allotmentBlocks blocks allotted to the owner's loop in advance, positive
 * @param readCacheBytes approximate heap for recently read objects; 0 for no cache
 */
public record PipelineConfig(
    LogConfig log,
    long maxLogBytes,
    int placeFromBytes,
    ApplyLimits apply,
    int allotmentBlocks,
    long readCacheBytes) {
  public PipelineConfig {
    require(
        maxLogBytes >= 4 * log.segmentBytes(), "maxLogBytes is below four segments", maxLogBytes);
    require(placeFromBytes >= 4096, "placeFromBytes is below a block", placeFromBytes);
    require(allotmentBlocks > 0, "allotmentBlocks must be positive", allotmentBlocks);
    require(readCacheBytes >= 0, "readCacheBytes must not be negative", readCacheBytes);
  }

  /**
   * When the store applies updates that gather behind the log.
   *
   * @param ops number of gathered updates at which the store applies them, positive
   * @param bytes size of gathered updates at which it does so, positive
   * @param nanos age of the first gathered update at which it does so
   * @param maxPendingBytes size of unapplied updates from which the log takes no transactions
   */
  public record ApplyLimits(int ops, long bytes, long nanos, long maxPendingBytes) {
    public ApplyLimits {
      require(ops > 0, "apply.ops must be positive", ops);
      require(bytes > 0, "apply.bytes must be positive", bytes);
      require(nanos >= 0, "apply.nanos must not be negative", nanos);
      require(maxPendingBytes >= bytes, "maxPendingBytes is below apply.bytes", maxPendingBytes);
    }

    private ApplyLimits part(int stores) {
      return new ApplyLimits(ops, bytes, nanos, Math.max(bytes, maxPendingBytes / stores));
    }
  }

  /** The same with other sizes of the log's segments. */
  public PipelineConfig withLog(LogConfig sizes) {
    return new PipelineConfig(
        sizes, maxLogBytes, placeFromBytes, apply, allotmentBlocks, readCacheBytes);
  }

  /** The same with another budget for recently read objects. */
  public PipelineConfig withReadCacheBytes(long bytes) {
    return new PipelineConfig(log, maxLogBytes, placeFromBytes, apply, allotmentBlocks, bytes);
  }

  /** The share of one of several stores. */
  public PipelineConfig part(int stores) {
    return new PipelineConfig(
        log,
        maxLogBytes,
        placeFromBytes,
        apply.part(stores),
        allotmentBlocks,
        readCacheBytes / stores);
  }

  private static void require(boolean holds, String what, long value) {
    if (!holds) {
      throw new IllegalArgumentException(what + ": " + value);
    }
  }
}
