package io.pando.disk.device.uring;

import io.pando.check.Invariant;
import io.pando.disk.device.Posix;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** A file descriptor for a ring. The class library has one, but does not expose it. */
final class RingFile {
  /** The value of O_DIRECT depends on the processor. */
  private static final Map<String, Integer> DIRECT =
      Map.of("amd64", 0x4000, "aarch64", 0x10000, "riscv64", 0x4000);

  private final Posix posix;
  private final int descriptor;

  private RingFile(Posix posix, int descriptor) {
    this.posix = posix;
    this.descriptor = descriptor;
  }

  /**
   * Opens a file.
   *
   * @throws IOException if opening fails, or io_uring is not supported for this kind of machine
   */
  static RingFile open(Path path, boolean direct) throws IOException {
    String machine = System.getProperty("os.arch", "");
    Integer flag = DIRECT.get(machine);
    if (flag == null || !System.getProperty("os.name", "").equals("Linux")) {
      throw new IOException("no io_uring for " + System.getProperty("os.name") + ", " + machine);
    }
    Posix posix = new Posix();
    int opened = posix.open(path, Posix.O_RDWR | Posix.O_CLOEXEC | (direct ? flag : 0));
    if (opened < 0) {
      throw new IOException(path + " cannot be opened for io_uring: error " + -opened);
    }
    return new RingFile(posix, opened);
  }

  int descriptor() {
    return descriptor;
  }

  void close() {
    int result = posix.close(descriptor);
    Invariant.check(result == 0, () -> "close of a file: error " + -result);
  }
}
