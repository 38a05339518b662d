package io.pando.disk.file;

import io.pando.disk.device.Posix;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Linux's {@code syncfs}, which the class library does not offer: makes everything written to a
 * file system durable, by any process.
 */
final class FileSystemSync {
  private final Posix posix = new Posix();

  private FileSystemSync() {}

  /** Null on systems without this call. */
  static @Nullable FileSystemSync ifAvailable() {
    return Posix.hasSyncfs() ? new FileSystemSync() : null;
  }

  /** Flushes the file system that holds a directory. */
  void sync(Path directory) throws IOException {
    int descriptor = posix.open(directory, Posix.O_RDONLY);
    if (descriptor < 0) {
      throw new IOException("cannot open " + directory + ": error " + -descriptor);
    }
    int result = posix.syncfs(descriptor);
    int _ = posix.close(descriptor);
    if (result < 0) {
      throw new IOException("cannot flush the file system of " + directory + ": error " + -result);
    }
  }
}
