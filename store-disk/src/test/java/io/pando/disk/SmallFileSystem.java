package io.pando.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** A file system of a few megabytes in memory, for tests that fill it; it needs root on Linux. */
public final class SmallFileSystem implements AutoCloseable {
  private static final String FILLER = "filler";

  private final Path mount;

  private SmallFileSystem(Path mount) {
    this.mount = mount;
  }

  /** Mounts a file system over an empty folder; skips the test where that is not allowed. */
  public static SmallFileSystem mount(Path folder, int mib) throws IOException {
    Files.createDirectories(folder);
    boolean mounted = run("mount", "-t", "tmpfs", "-o", "size=" + mib + "m", "none", folder + "");
    Assumptions.assumeTrue(
        mounted, "skipped: a file system can only be mounted by root on Linux (" + folder + ")");
    return new SmallFileSystem(folder);
  }

  private static boolean run(String... command) throws IOException {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getInputStream().readAllBytes();
      return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** The folder it is mounted on. */
  public Path path() {
    return mount;
  }

  /** Fills it completely with another file. */
  public void fill() throws IOException {
    fill(0);
  }

  /** Fills it with another file, except for {@code left} bytes. */
  public void fill(long left) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            mount.resolve(FILLER), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      for (int size = 1 << 20; size > 0; size /= 4) {
        append(channel, size, left);
      }
    }
  }

  private void append(FileChannel channel, int size, long left) {
    try {
      while (left == 0 || usableBytes() - size >= left) {
        int written = channel.write(ByteBuffer.allocate(size));
        if (written < size) {
          return;
        }
      }
    } catch (IOException full) {
      // The file system is full, as intended.
    }
  }

  /** Removes the file that fills it. */
  public void empty() throws IOException {
    Files.deleteIfExists(mount.resolve(FILLER));
  }

  /** Number of free bytes. */
  public long usableBytes() {
    return mount.toFile().getUsableSpace();
  }

  /** Unmounts lazily: a native library that was loaded from it stays loaded. */
  @Override
  public void close() throws IOException {
    run("umount", "-l", mount.toString());
  }
}
