package io.pando.mon.raft;

import java.nio.file.Path;

/**
 * Space that the file system of a replica must have. On a small file system a fraction of its size
 * is used instead, if that is less.
 *
 * @param lowBytes free space below which operators are warned
 * @param fullBytes free space below which the replica stops, so that the log never meets a full
 *     disk in the middle of a write; it starts again once there is twice as much
 */
public record DiskLimits(long lowBytes, long fullBytes) {
  public static final DiskLimits DEFAULT = new DiskLimits(256L << 20, 16L << 20);

  private static final int LOW_PARTS = 10;
  private static final int FULL_PARTS = 64;

  public DiskLimits {
    if (fullBytes < 1 || lowBytes < fullBytes) {
      throw new IllegalArgumentException(
          "limits of a disk must be positive, low above full: " + lowBytes + ", " + fullBytes);
    }
  }

  /** Total and usable bytes of a file system. */
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

  /** Whether a stopped replica may start again. */
  boolean hasRoom(Space space) {
    return space.usableBytes() >= 2 * full(space);
  }

  private long full(Space space) {
    return Math.min(fullBytes, space.totalBytes() / FULL_PARTS);
  }

  /** Whether a failure, or one of its causes, is a file system without free space. */
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
