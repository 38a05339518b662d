package io.pando.disk.log;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

/**
 * Sizes of a log.
 *
 * @param segmentBytes size of a segment; whole blocks, at least two
 * @param batchBytes most bytes that gather before a flush; whole blocks, at least one, at most what
 *     a segment holds
 * @param leastUnitBytes minimum alignment of batches in bytes, a power of two from 512 to a block;
 *     the device's own unit is used if it is larger. For devices that claim to write smaller units,
 *     but may lose neighbouring bytes at a power failure
 */
public record LogConfig(long segmentBytes, int batchBytes, int leastUnitBytes) {
  /** Defaults for a log on the device of the data. */
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
          String.format(
              "a unit is a power of two from %s to %s bytes, not %s",
              LogSegment.LEAST_UNIT_BYTES, BLOCK_BYTES, leastUnitBytes));
    }
  }

  /** Sizes with the device's own unit. */
  public LogConfig(long segmentBytes, int batchBytes) {
    this(segmentBytes, batchBytes, LogSegment.LEAST_UNIT_BYTES);
  }

  /** The same sizes with a minimum unit. */
  public LogConfig withLeastUnitBytes(int bytes) {
    return new LogConfig(segmentBytes, batchBytes, bytes);
  }

  /** Number of blocks of a segment. */
  long segmentBlocks() {
    return segmentBytes / BLOCK_BYTES;
  }

  /** Size of the longest possible record in bytes. */
  public int maxRecordBytes() {
    long space = segmentBytes - BLOCK_BYTES - Batch.HEADER_BYTES - Batch.RECORD_BYTES;
    return (int) Math.min(space, Integer.MAX_VALUE - 2 * BLOCK_BYTES);
  }
}
