package io.pando.disk.file;

/**
 * Limits after which a checkpoint flushes the files and releases the log.
 *
 * @param bytes approximate size of the log that may be needed at most, positive
 * @param nanos maximum age of a checkpoint; the next one is made at the first opportunity after
 *     that; positive
 */
public record CheckpointLimits(long bytes, long nanos) {
  public CheckpointLimits {
    if (bytes < 1 || nanos < 1) {
      throw new IllegalArgumentException("every " + bytes + " bytes, " + nanos + " nanoseconds");
    }
  }
}
