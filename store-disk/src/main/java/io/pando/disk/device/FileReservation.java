package io.pando.disk.device;

import java.io.IOException;
import java.nio.file.Path;

/**
 * {@code fallocate} of the operating system: it gives a sparse file real space beforehand, so that
 * a full file system is met before a transaction begins and not in its middle.
 */
final class FileReservation {
  /** {@code FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE}. */
  private static final int PUNCH_HOLE = 3;

  /** {@code SEEK_DATA} and {@code SEEK_HOLE} of Linux. */
  private static final int SEEK_DATA = 3;

  private static final int SEEK_HOLE = 4;

  private FileReservation() {}

  /** Told of a part of a file. */
  interface Visitor {
    void onRange(long from, long to);
  }

  /**
   * Gives the space of a part of a file back to its file system; the part reads as zeros then.
   *
   * @return false where the file system cannot do it
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
   * Tells which parts of a file before a position have no data. That they were never written does
   * not mean that they have no space.
   */
  static void eachHole(Path file, long before, Visitor visitor) throws IOException {
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
   * Gives a part of a file real space. File systems and devices that cannot do it are left as they
   * are: on them only the write itself can tell.
   *
   * @return whether it has the space
   * @throws DeviceFullException if there is no room
   */
  static boolean reserve(Path file, long offset, long lengthBytes) throws IOException {
    Posix posix = new Posix();
    int descriptor = open(posix, file);
    try {
      int result = posix.reserve(descriptor, offset, lengthBytes);
      if (Posix.isFull(result)) {
        throw new DeviceFullException(
            "no room for " + lengthBytes + " more bytes of " + file + " in its file system");
      }
      return result == 0;
    } finally {
      int _ = posix.close(descriptor);
    }
  }
}
