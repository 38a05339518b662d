package io.pando.disk.device;

import java.io.IOException;
import java.nio.file.Path;

/**
 * {@code fallocate} of the operating system: it gives a sparse file real space beforehand, so that
 * a full file system is met before a transaction begins and not in its middle.
 */
final class FileReservation {
  private FileReservation() {}

  /**
   * Gives a part of a file real space. File systems and devices that cannot do it are left as they
   * are: on them only the write itself can tell.
   *
   * @return whether it has the space
   * @throws DeviceFullException if there is no room
   */
  static boolean reserve(Path file, long offset, long lengthBytes) throws IOException {
    Posix posix = new Posix();
    int descriptor = posix.open(file, Posix.O_RDWR | Posix.O_CLOEXEC);
    if (descriptor < 0) {
      throw new IOException("cannot open " + file + ": error " + -descriptor);
    }
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
