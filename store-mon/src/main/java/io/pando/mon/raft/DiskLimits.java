package io.pando.mon.raft;

import java.nio.file.Path;

/**
 * How much space the file system of a replica must have. On a small file system a part of it counts
 * instead.
 *
 * @param lowBytes below this people are warned
 * @param fullBytes below this the replica stops, so that the log never meets a full disk halfway
 *     through a write; it goes on once there is twice as much
 */
public record DiskLimits(long lowBytes, long fullBytes) {
  /** For a file system of any size. */
  public static final DiskLimits DEFAULT = new DiskLimits(256L << 20, 16L << 20);

  private static final int LOW_PARTS = 10;
  private static final int FULL_PARTS = 64;

  public DiskLimits {
    if (fullBytes < 1 || lowBytes < fullBytes) {
      throw new IllegalArgumentException(
          "limits of a disk must be positive, low above full: " + lowBytes + ", " + fullBytes);
    }
  }

  /** What a file system has. */
  record Space(long totalBytes, long usableBytes) {
    static Space of(Path directory) {
      return new Space(directory.toFile().getTotalSpace(), directory.toFile().getUsableSpace());
    }
  }

  boolean isLow(Space space) {
    return space.usableBytes() < Math.min(lowBytes, space.totalBytes() / LOW_PARTS);
  }

  boolean isFull(Space space) {
    return space.usableBytes() < full(space);
  }

  /** Whether a replica that stopped may go on. */
  boolean hasRoom(Space space) {
    return space.usableBytes() >= 2 * full(space);
  }

  private long full(Space space) {
    return Math.min(fullBytes, space.totalBytes() / FULL_PARTS);
  }

  /** Whether a failure, or what caused it, is that a file system has no room. */
  static boolean isCause(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      String message = String.valueOf(cause.getMessage());
      if (message.contains("No space left on device") || message.contains("Disk quota exceeded")) {
        return true;
      }
    }
    return false;
  }
}
