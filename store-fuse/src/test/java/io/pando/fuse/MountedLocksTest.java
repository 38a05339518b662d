package io.pando.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.fuse.protocol.Errno;
import io.pando.fuse.protocol.Opcode;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Locks through a real mount. Locks of an open file exclude those of others of this process. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MountedLocksTest {
  private static final int OFD_GETLK = 36;
  private static final int OFD_SETLK = 37;
  private static final int OFD_SETLKW = 38;
  private static final short READ = 0;
  private static final short WRITE = 1;
  private static final short UNLOCK = 2;

  @TempDir private Path temporary;
  private MountFixture fixture;
  private Path file;
  private long node;

  @BeforeEach
  void mount() throws IOException {
    fixture = MountFixture.mount(temporary);
    file = fixture.file("file");
    Files.writeString(file, "0123456789");
    node = ((Number) Files.getAttribute(file, "unix:ino")).longValue();
  }

  @AfterEach
  void unmount() throws IOException {
    if (fixture != null) {
      fixture.close();
    }
  }

  private int open() {
    return (int) NativeCalls.call("open", file.toString(), NativeCalls.O_RDWR);
  }

  /** {@code struct flock}: type, whence, start, length, process. */
  private static long lock(int descriptor, int command, short type, long start, long length) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment lock = arena.allocate(32, 8);
      lock.set(ValueLayout.JAVA_SHORT, 0, type);
      lock.set(ValueLayout.JAVA_LONG, 8, start);
      lock.set(ValueLayout.JAVA_LONG, 16, length);
      long result = NativeCalls.call("fcntl", descriptor, command, lock);
      return command == OFD_GETLK && result == 0 ? lock.get(ValueLayout.JAVA_SHORT, 0) : result;
    }
  }

  @Test
  void rangesExclude() {
    int one = open();
    int other = open();
    assertThat(lock(one, OFD_SETLK, WRITE, 0, 5)).isZero();
    assertThat(lock(other, OFD_SETLK, READ, 4, 1)).isEqualTo(-Errno.EAGAIN);
    assertThat(lock(other, OFD_SETLK, WRITE, 5, 0)).isZero();
    assertThat(lock(other, OFD_GETLK, READ, 0, 0)).isEqualTo(WRITE);
    assertThat(lock(one, OFD_SETLK, UNLOCK, 0, 2)).isZero();
    assertThat(lock(other, OFD_GETLK, READ, 0, 2)).isEqualTo(UNLOCK);
    assertThat(lock(other, OFD_SETLK, READ, 2, 1)).isEqualTo(-Errno.EAGAIN);
    NativeCalls.call("close", one);
    // A program that another test starts at this moment has the open file too, until it runs.
    Awaitility.await().until(() -> lock(other, OFD_SETLK, READ, 2, 1) == 0);
    NativeCalls.call("close", other);
    assertThat(fixture.memory.count(Opcode.SETLK)).isGreaterThan(5);
  }

  @Test
  void lockOfAnotherProcessIsSeen() throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        FileLock held = channel.lock(0, 5, false)) {
      int other = open();
      assertThat(held.isValid()).isTrue();
      assertThat(lock(other, OFD_SETLK, WRITE, 0, 1)).isEqualTo(-Errno.EAGAIN);
      assertThat(lock(other, OFD_SETLK, WRITE, 5, 1)).isZero();
      NativeCalls.call("close", other);
    }
  }

  @Test
  void lockIsAwaited() throws Exception {
    int one = open();
    int other = open();
    assertThat(lock(one, OFD_SETLK, WRITE, 0, 0)).isZero();
    CompletableFuture<Long> waiting = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .start(() -> waiting.complete(lock(other, OFD_SETLKW, WRITE, 0, 0)));
    awaitWaiting(1);
    assertThat(waiting).isNotDone();
    assertThat(lock(one, OFD_SETLK, UNLOCK, 0, 0)).isZero();
    assertThat(waiting.get(MountFixture.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isZero();
    NativeCalls.call("close", one);
    NativeCalls.call("close", other);
  }

  @Test
  void wholeFilesAreLockedByProcesses() throws IOException, InterruptedException {
    int one = open();
    assertThat(NativeCalls.call("flock", one, 2)).isZero();
    assertThat(fixture.shell("flock -n file true || echo held")).isEqualTo("held\n");
    NativeCalls.call("close", one);
    assertThat(fixture.shell("flock -w 20 file echo free")).isEqualTo("free\n");
  }

  @Test
  void interruptedProcessWaitsNoLonger() throws IOException, InterruptedException {
    int one = open();
    assertThat(NativeCalls.call("flock", one, 2)).isZero();
    Process process =
        new ProcessBuilder(List.of("flock", file.toString(), "true")).inheritIO().start();
    try {
      awaitWaiting(1);
      process.destroy();
      assertThat(process.waitFor(MountFixture.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      awaitWaiting(0);
      assertThat(fixture.mount.counts().interrupts()).isPositive();
    } finally {
      process.destroyForcibly();
      NativeCalls.call("close", one);
    }
  }

  private void awaitWaiting(int count) {
    Awaitility.await()
        .atMost(MountFixture.PATIENCE)
        .until(() -> fixture.memory.waiting(node) == count);
  }
}
