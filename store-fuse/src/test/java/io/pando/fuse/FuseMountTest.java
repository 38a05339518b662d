package io.pando.fuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.pando.fuse.device.KernelMount;
import io.pando.fuse.device.MountException;
import io.pando.fuse.device.MountException.Reason;
import io.pando.fuse.memory.MemoryFileSystem;
import io.pando.fuse.protocol.Errno;
import io.pando.fuse.protocol.FuseAnswer;
import io.pando.fuse.protocol.FuseContext;
import io.pando.fuse.protocol.FuseNotification;
import io.pando.fuse.protocol.FuseRequest;
import io.pando.fuse.protocol.InitFlag;
import io.pando.fuse.protocol.KernelMessage;
import io.pando.fuse.protocol.NodeRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Mounting, unmounting, and their errors. */
@Timeout(value = 90, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FuseMountTest {
  private static final MountOptions USUAL = MountFixture.OPTIONS;

  @TempDir private Path temporary;
  private final List<MountFixture> fixtures = new ArrayList<>();

  @AfterEach
  void unmount() throws IOException {
    for (MountFixture each : fixtures) {
      each.close();
    }
  }

  private MountFixture mount(MountOptions options) throws IOException {
    MountFixture fixture = MountFixture.mount(temporary, options);
    fixtures.add(fixture);
    return fixture;
  }

  private static void list(Path directory) throws IOException {
    try (Stream<Path> names = Files.list(directory)) {
      assertThat(names).isNotNull();
    }
  }

  private static MountException failure(Path directory) {
    MemoryFileSystem memory = new MemoryFileSystem(0, 0, 0);
    return catchThrowableOfType(
        MountException.class, () -> FuseMount.mount(directory, USUAL, memory));
  }

  @Test
  void sessionHasTheTerms() throws IOException {
    MountFixture fixture = mount(USUAL);
    assertThat(fixture.mount.terms().minor()).isBetween(31, 39);
    assertThat(fixture.mount.terms().flags())
        .contains(InitFlag.MAX_PAGES, InitFlag.POSIX_LOCKS)
        .doesNotContain(InitFlag.WRITEBACK_CACHE);
    assertThat(Files.exists(fixture.file("absent"))).isFalse();
    assertThat(fixture.mount.counts().requests()).isPositive();
    assertThat(fixture.mount.counts().malformed()).isZero();
    assertThat(fixture.mount.counts().failures()).isZero();
  }

  @Test
  void unmountingEndsTheSession() throws Exception {
    MountFixture fixture = mount(USUAL.withReaders(4));
    Files.writeString(fixture.file("file"), "x");
    fixture.mount.unmount();
    assertThat(fixture.mount.awaitEnd(MountFixture.PATIENCE)).isTrue();
    assertThat(fixture.memory.unmounted().getCount()).isZero();
    assertThat(Files.exists(fixture.file("file"))).isFalse();
    assertThat(fixture.mount.notifier().send(new FuseNotification.InvalidateNode(1, 0, 0)))
        .isEqualTo(Errno.ENODEV);
    assertThatThrownBy(() -> fixture.mount.unmount())
        .isInstanceOfSatisfying(
            MountException.class, e -> assertThat(e.reason()).isEqualTo(Reason.NOT_MOUNTED));
    fixture.mount.close();
  }

  @Test
  void openFilesKeepTheMountBusy() throws Exception {
    MountFixture fixture = mount(USUAL);
    Path file = fixture.file("file");
    FileChannel channel = openForBoth(file);
    try {
      assertThatThrownBy(() -> fixture.mount.unmount())
          .isInstanceOfSatisfying(
              MountException.class, e -> assertThat(e.reason()).isEqualTo(Reason.BUSY))
          .hasMessageMatching(".*(umount -l|fusermount3 -u -z) .*");
      assertThat(channel.write(ByteBuffer.wrap(new byte[3]), 0)).isEqualTo(3);
      fixture.mount.close();
      assertThatThrownBy(() -> channel.write(ByteBuffer.wrap(new byte[3]), 0))
          .isInstanceOf(IOException.class);
    } finally {
      assertThatThrownBy(channel::close).isInstanceOf(IOException.class);
    }
    assertThat(Files.exists(file)).isFalse();
    assertThat(fixture.mount.awaitEnd(MountFixture.PATIENCE)).isTrue();
  }

  @Test
  void openFilesOutliveADetachedMount() throws Exception {
    MountFixture fixture = mount(USUAL);
    Path file = fixture.file("file");
    try (FileChannel channel = openForBoth(file)) {
      fixture.mount.detach();
      assertThat(Files.exists(file)).isFalse();
      assertThat(channel.write(ByteBuffer.wrap(new byte[3]), 0)).isEqualTo(3);
      assertThat(channel.size()).isEqualTo(3);
    }
    assertThat(fixture.mount.awaitEnd(MountFixture.PATIENCE)).isTrue();
  }

  private static FileChannel openForBoth(Path file) throws IOException {
    return FileChannel.open(
        file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  @Test
  void mountPointIsAnExistingDirectory() throws IOException {
    assertThat(failure(temporary.resolve("absent")).reason()).isEqualTo(Reason.NO_DIRECTORY);
    Path file = Files.createFile(temporary.resolve("file"));
    assertThat(failure(file))
        .hasMessageContaining("is not a directory")
        .extracting(MountException::reason)
        .isEqualTo(Reason.NO_DIRECTORY);
    assertThat(failure(file.resolve("below")).reason()).isEqualTo(Reason.NO_DIRECTORY);
  }

  @Test
  void contentsOfTheMountPointAreHidden() throws IOException {
    Path inside = temporary.resolve("mount/inside");
    MountFixture fixture = mount(USUAL);
    Files.writeString(fixture.file("other"), "x");
    fixture.close();
    Files.writeString(inside, "x");
    MemoryFileSystem memory = new MemoryFileSystem(0, 0, 0);
    try (FuseMount second = MountFixture.mount(fixture.root, USUAL, memory)) {
      assertThat(second.point()).isEqualTo(fixture.root.toRealPath());
      assertThat(Files.exists(inside)).isFalse();
    }
    assertThat(Files.exists(inside)).isTrue();
  }

  @Test
  void secondMountAtOnePointIsRefused() throws IOException {
    MountFixture fixture = mount(USUAL);
    assertThat(failure(fixture.root))
        .hasMessageContaining("umount " + fixture.root.toRealPath())
        .extracting(MountException::reason)
        .isEqualTo(Reason.ALREADY_MOUNTED);
  }

  @Test
  void failingFileSystemAnswersWithErrors() throws IOException {
    Path root = Files.createDirectory(temporary.resolve("failing"));
    try (FuseMount mount = MountFixture.mount(root, USUAL, new Failing())) {
      assertThatThrownBy(() -> Files.getFileStore(root).getTotalSpace())
          .isInstanceOf(IOException.class);
      assertThatThrownBy(() -> list(root)).isInstanceOf(IOException.class);
      assertThat(mount.counts().failures()).isPositive();
    }
  }

  /** Throws instead of answering, or answers with something else. */
  private static final class Failing implements FuseFileSystem {
    @Override
    public void onRequest(FuseContext context, FuseRequest request, FuseReply reply) {
      if (request instanceof NodeRequest.GetStatistics) {
        reply.answer(new FuseAnswer.Done());
      }
      throw new IllegalStateException("planted");
    }

    @Override
    public void onForget(List<KernelMessage.Forgotten> nodes) {
      throw new IllegalStateException("planted");
    }
  }

  @Test
  void mountThatFailsByAnErrorIsRemoved() throws IOException {
    mount(USUAL).close();
    Path root = Files.createDirectory(temporary.resolve("broken"));
    for (Error planted : List.of(new LinkageError("planted"), new OutOfMemoryError())) {
      assertThatThrownBy(() -> FuseMount.mount(root, USUAL, new Unlinked(planted)))
          .isSameAs(planted)
          .hasNoSuppressedExceptions();
      assertThatCode(() -> list(root)).doesNotThrowAnyException();
      assertThatCode(() -> KernelMount.check(root)).doesNotThrowAnyException();
    }
  }

  /** Fails when the kernel has mounted it. */
  private record Unlinked(Error planted) implements FuseFileSystem {
    @Override
    public void onMounted(FuseNotifier notifier) {
      throw planted;
    }

    @Override
    public void onRequest(FuseContext context, FuseRequest request, FuseReply reply) {
      reply.error(Errno.ENOSYS);
    }

    @Override
    public void onForget(List<KernelMessage.Forgotten> nodes) {}
  }

  @Test
  void requestIsAnsweredOnce() throws IOException {
    Path root = Files.createDirectory(temporary.resolve("twice"));
    List<RuntimeException> thrown = new CopyOnWriteArrayList<>();
    FuseFileSystem twice =
        new FuseFileSystem() {
          @Override
          public void onRequest(FuseContext context, FuseRequest request, FuseReply reply) {
            reply.error(Errno.ENOSYS);
            try {
              reply.error(Errno.EIO);
            } catch (IllegalStateException e) {
              thrown.add(e);
            }
          }

          @Override
          public void onForget(List<KernelMessage.Forgotten> nodes) {}
        };
    try (FuseMount mount = MountFixture.mount(root, USUAL, twice)) {
      assertThatThrownBy(() -> list(root.resolve("x"))).isInstanceOf(IOException.class);
      Awaitility.await().atMost(MountFixture.PATIENCE).until(() -> !thrown.isEmpty());
      assertThat(mount.counts().failures()).isZero();
    }
  }

  @Test
  void programMountsForOtherUsers() throws Exception {
    boolean present =
        MountFixture.run(temporary, List.of("sh", "-c", "command -v fusermount3 || true"))
            .contains("fusermount3");
    MountAccess access = USUAL.access().withMethod(KernelMount.Method.FUSERMOUNT);
    MountOptions options = USUAL.withAccess(access);
    if (!present) {
      MemoryFileSystem memory = new MemoryFileSystem(0, 0, 0);
      assertThatThrownBy(() -> FuseMount.mount(temporary, options, memory))
          .isInstanceOfSatisfying(
              MountException.class, e -> assertThat(e.reason()).isEqualTo(Reason.NO_FUSERMOUNT))
          .hasMessageContaining("install the package fuse3");
    }
    Assumptions.assumeTrue(present, "fusermount3 is not installed: only its absence is tested");
    MountFixture fixture = mount(options);
    Files.writeString(fixture.file("file"), "x");
    assertThat(Files.readString(fixture.file("file"))).isEqualTo("x");
    try (FileChannel channel = openForBoth(fixture.file("file"))) {
      assertThat(channel.size()).isEqualTo(1);
      assertThatThrownBy(() -> fixture.mount.unmount())
          .isInstanceOfSatisfying(
              MountException.class, e -> assertThat(e.reason()).isEqualTo(Reason.BUSY));
    }
    fixture.mount.unmount();
    assertThat(fixture.mount.awaitEnd(MountFixture.PATIENCE)).isTrue();
  }

  @Test
  void killedProcessLeavesAStaleMount() throws Exception {
    assertThat(mount(USUAL).root).isDirectory();
    Path root = Files.createDirectory(temporary.resolve("stale"));
    Process process = startServer(root);
    try {
      process.destroyForcibly();
      assertThat(process.waitFor(MountFixture.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(failure(root))
          .hasMessageContaining("umount -l " + root)
          .extracting(MountException::reason)
          .isEqualTo(Reason.STALE);
    } finally {
      process.destroyForcibly();
      MountFixture.run(
          temporary, List.of("sh", "-c", "umount -l stale || fusermount3 -u -z stale"));
    }
    assertThatCode(() -> list(root)).doesNotThrowAnyException();
  }

  /** Starts a process that serves a mount, and waits until it does. */
  private static Process startServer(Path root) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process process =
        new ProcessBuilder(
                List.of(
                    java,
                    "--enable-native-access=ALL-UNNAMED",
                    "-XX:TieredStopAtLevel=1",
                    "-Xmx64m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    "io.pando.fuse.memory.MemoryServer",
                    root.toString()))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (InputStream output = process.getInputStream()) {
      BufferedReader lines =
          new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8));
      assertThat(lines.readLine()).isEqualTo("mounted");
    }
    return process;
  }
}
