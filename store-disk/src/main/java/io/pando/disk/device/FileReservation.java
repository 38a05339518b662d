package io.pando.disk.device;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The operating system's {@code fallocate}: gives a sparse file real space in advance, so that a
 * full file system is noticed before a transaction begins and not in its middle.
 */
final class FileReservation {
  /** {@code FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE}. */
  private static final int PUNCH_HOLE = 3;

  /** {@code SEEK_DATA} and {@code SEEK_HOLE} of Linux. */
  private static final int SEEK_DATA = 3;

  private static final int SEEK_HOLE = 4;

  private FileReservation() {}

  /**
   * Gives the space of a part of a file back to its file system; the part then reads as zeros.
   *
   * @return false if the file system does not support it
   */
  static boolean discard(Path file, long offset, long lengthBytes) throws IOException {
    Posix posix = new Posix();
    int descriptor = open(posix, file);
    try {
      return posix.allocate(descriptor, PUNCH_HOLE, offset, lengthBytes) == 0;
    } finally {
      int _ = posix.close(descriptor);
    }
  }

  /**
   * Reports the parts of a file before a position that have no data. Unwritten parts may have
   * reserved space nevertheless.
   */
  static void eachHole(Path file, long before, BlockDevice.RangeVisitor visitor)
      throws IOException {
    Posix posix = new Posix();
    int descriptor = open(posix, file);
    try {
      long hole = posix.seek(descriptor, 0, SEEK_HOLE);
      while (hole >= 0 && hole < before) {
        long data = posix.seek(descriptor, hole, SEEK_DATA);
        long end = data < 0 ? before : Math.min(data, before);
        visitor.onRange(hole, end);
        hole = data < 0 ? data : posix.seek(descriptor, data, SEEK_HOLE);
      }
    } finally {
      int _ = posix.close(descriptor);
    }
  }

  private static int open(Posix posix, Path file) throws IOException {
    int descriptor = posix.open(file, Posix.O_RDWR | Posix.O_CLOEXEC);
    if (descriptor < 0) {
      throw new IOException("cannot open " + file + ": error " + -descriptor);
    }
    return descriptor;
  }

  /**
   * Gives a part of a file real space. Where the file system or the device does not support it,
   * nothing happens, and only a write shows whether there is space.
   *
   * @return whether the part now has the space
   * @throws DeviceFullException if there is no space
   */
  static boolean reserve(Path file, long offset, long lengthBytes) throws IOException {
    Posix posix = new Posix();
    int descriptor = open(posix, file);
    try {
      int result = posix.reserve(descriptor, offset, lengthBytes);
      if (Posix.isFull(result)) {
        throw new DeviceFullException(
            "no space for " + lengthBytes + " more bytes of " + file + " in its file system");
      }
      return result == 0;
    } finally {
      int _ = posix.close(descriptor);
    }
  }
}
