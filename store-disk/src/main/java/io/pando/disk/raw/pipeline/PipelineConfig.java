package io.pando.disk.raw.pipeline;

import io.pando.disk.log.LogConfig;

/**
 * Sizes of the way through a store.
 *
 * @param log of its segments
 * @param maxLogBytes the log takes nothing while it is longer and the store can make it shorter;
 *     four segments at least
 * @param placeFromBytes whole blocks that follow each other go to their place before the log if
 *     they are so many bytes; fewer go with the log; a block at least. Where the log has a device
 *     of its own it is what they are at least, and what writes are seen to take decides
 * @param applyOps the store takes updates when so many have gathered, positive
 * @param applyBytes or so many bytes of them
 * @param applyNanos or so long after the first of them
 * @param maxPendingBytes the log takes nothing while the store is behind by so much
 * @param allotmentBlocks blocks that wait on the owner's loop to be written to, positive
 * @param readCacheBytes heap for objects that were lately read, roughly; 0: none are kept
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

  /** With other sizes of the log's segments. */
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
