package io.pando.disk.file;

/**
 * When the files are made durable and the log is released.
 *
 * @param bytes of the log that may be needed at most, about; positive
 * @param nanos after which it is done at the next opportunity; positive
 */
public record Checkpoints(long bytes, long nanos) {
  public Checkpoints {
    if (bytes < 1 || nanos < 1) {
      throw new IllegalArgumentException("every " + bytes + " bytes, " + nanos + " nanoseconds");
    }
  }
}
