package io.pando.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** A file system in memory for a cluster's folder, which others fill; it needs root on Linux. */
final class SmallDisk {
  private final Path folder;
  private int fillers;

  /** Mounts it over a folder; the test is skipped where that is not allowed. */
  SmallDisk(Path folder, int mib) throws IOException {
    this.folder = folder;
    Files.createDirectories(folder);
    boolean mounted = run("mount", "-t", "tmpfs", "-o", "size=" + mib + "m", "none", "" + folder);
    Assumptions.assumeTrue(mounted, "skipped: only root on Linux can mount a file system");
  }

  private static boolean run(String... command) {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(60, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Other files take all free space, to the last byte. */
  void fill() {
    for (String block : new String[] {"1M", "4k", "1"}) {
      if (freeBytes() == 0) {
        return;
      }
      String filler = "of=" + folder.resolve("filler-" + fillers++);
      // It fails, since there is an end.
      boolean _ = run("dd", "if=/dev/zero", "bs=" + block, filler);
    }
  }

  long freeBytes() {
    return folder.toFile().getUsableSpace();
  }

  /** Lazily: a native library that was loaded from it stays loaded. */
  void close() {
    boolean _ = run("umount", "-l", folder.toString());
  }
}
