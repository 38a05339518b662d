package io.pando.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.fuse.device.KernelMount;
import io.pando.fuse.device.MountException;
import io.pando.fuse.memory.MemoryFileSystem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** A mount of a file system on the heap, which is unmounted whatever happens. */
public final class MountFixture implements AutoCloseable {
  static final long HOUR_NANOS = Duration.ofHours(1).toNanos();
  static final Duration PATIENCE = Duration.ofSeconds(30);

  /** For this user alone, which every user may mount. */
  static final MountOptions OPTIONS =
      MountOptions.usual("memory")
          .withAccess(new MountAccess(KernelMount.Method.AUTOMATIC, false, true, false));

  final Path root;
  final MemoryFileSystem memory;
  final FuseMount mount;

  private MountFixture(Path root, MemoryFileSystem memory, FuseMount mount) {
    this.root = root;
    this.memory = memory;
    this.mount = mount;
  }

  /** Mounts in a new directory, or skips the test with the reason. */
  static MountFixture mount(Path parent) throws IOException {
    return mount(parent, OPTIONS);
  }

  static MountFixture mount(Path parent, MountOptions options) throws IOException {
    Path root = Files.createDirectory(parent.resolve("mount"));
    int uid = (int) Files.getAttribute(root, "unix:uid");
    int gid = (int) Files.getAttribute(root, "unix:gid");
    MemoryFileSystem memory = new MemoryFileSystem(uid, gid, HOUR_NANOS);
    return new MountFixture(root, memory, mount(root, options, memory));
  }

  /** Mounts, or skips the test where FUSE cannot be used. */
  public static FuseMount mount(Path root, MountOptions options, FuseFileSystem fileSystem)
      throws MountException {
    try {
      return FuseMount.mount(root, options, fileSystem);
    } catch (MountException e) {
      switch (e.reason()) {
        case NO_DEVICE, NO_PERMISSION, NO_FUSERMOUNT, OLD_KERNEL ->
            Assumptions.abort("no file system can be mounted here: " + e.getMessage());
        default -> {}
      }
      throw e;
    }
  }

  Path file(String name) {
    return root.resolve(name);
  }

  /** Runs a shell script in the root; returns what it prints. */
  String shell(String script) throws IOException, InterruptedException {
    return run(root, List.of("sh", "-ec", script));
  }

  /** Runs a program to its end; returns what it prints. */
  public static String run(Path directory, List<String> command)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile("output", ".txt");
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      try {
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
            .as("%s ends", command)
            .isTrue();
      } finally {
        process.destroyForcibly();
      }
      String text = Files.readString(output, StandardCharsets.UTF_8);
      assertThat(process.exitValue()).as("%s: %s", command, text).isZero();
      return text;
    } finally {
      Files.delete(output);
    }
  }

  @Override
  public void close() throws MountException {
    mount.close();
  }
}
