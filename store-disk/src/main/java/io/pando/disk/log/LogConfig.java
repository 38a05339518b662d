package io.pando.disk.log;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

/**
 * Sizes of a log.
 *
 * @param segmentBytes of a segment; whole blocks, two at least
 * @param batchBytes so much gathers before it must be flushed; whole blocks, one at least, and no
 *     more than a segment holds
 * @param leastUnitBytes batches begin at multiples of this, or of what the device can write by
 *     itself, whichever is more; a power of two from 512 to a block. For a device that says of
 *     smaller pieces that it can write them, but may lose what is beside them when the power goes
 */
public record LogConfig(long segmentBytes, int batchBytes, int leastUnitBytes) {
  /** For a log on the device of the data. */
  public static final LogConfig DEFAULT = new LogConfig(64L << 20, 1 << 20);

  public LogConfig {
    if (segmentBytes % BLOCK_BYTES != 0 || batchBytes % BLOCK_BYTES != 0 || batchBytes <= 0) {
      throw new IllegalArgumentException(
          "not whole blocks: segment " + segmentBytes + ", batch " + batchBytes);
    }
    if (segmentBytes < 2 * BLOCK_BYTES) {
      throw new IllegalArgumentException("a segment has two blocks at least: " + segmentBytes);
    }
    if (batchBytes > segmentBytes - BLOCK_BYTES) {
      throw new IllegalArgumentException(
          "a batch of " + batchBytes + " bytes does not fit a segment of " + segmentBytes);
    }
    if (Integer.bitCount(leastUnitBytes) != 1
        || leastUnitBytes < LogSegment.LEAST_UNIT_BYTES
        || leastUnitBytes > BLOCK_BYTES) {
      throw new IllegalArgumentException(
          "a unit is a power of two from "
              + LogSegment.LEAST_UNIT_BYTES
              + " to "
              + BLOCK_BYTES
              + " bytes, not "
              + leastUnitBytes);
    }
  }

  /** With the units of the device. */
  public LogConfig(long segmentBytes, int batchBytes) {
    this(segmentBytes, batchBytes, LogSegment.LEAST_UNIT_BYTES);
  }

  /** With units of so many bytes at least. */
  public LogConfig withLeastUnitBytes(int bytes) {
    return new LogConfig(segmentBytes, batchBytes, bytes);
  }

  /** Blocks of a segment. */
  long segmentBlocks() {
    return segmentBytes / BLOCK_BYTES;
  }

  /** Bytes of the longest record. */
  public int maxRecordBytes() {
    long room = segmentBytes - BLOCK_BYTES - Batch.HEADER_BYTES - Batch.RECORD_BYTES;
    return (int) Math.min(room, Integer.MAX_VALUE - 2 * BLOCK_BYTES);
  }
}
