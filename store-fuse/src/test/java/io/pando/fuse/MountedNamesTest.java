package io.pando.fuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.fuse.protocol.Errno;
import io.pando.fuse.protocol.Opcode;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Names and directories through a real mount. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MountedNamesTest {
  private static final int NAME_OFFSET = 19;
  private static final int MANY = 10_000;

  @TempDir private Path temporary;
  private MountFixture fixture;

  @BeforeEach
  void mount() throws IOException {
    fixture = MountFixture.mount(temporary);
  }

  @AfterEach
  void unmount() throws IOException {
    if (fixture != null) {
      fixture.close();
    }
  }

  @Test
  void filesAreRenamed() throws IOException {
    Path a = fixture.file("a");
    Path b = fixture.file("b");
    Files.writeString(a, "a");
    Files.writeString(b, "b");
    assertThat(rename(a, b, 1)).isEqualTo(-Errno.EEXIST);
    assertThat(rename(a, b, 2)).isZero();
    assertThat(Files.readString(a)).isEqualTo("b");
    assertThat(Files.readString(b)).isEqualTo("a");
    assertThat(rename(a, fixture.file("c"), 1)).isZero();
    assertThat(rename(fixture.file("c"), b, 0)).isZero();
    assertThat(Files.readString(b)).isEqualTo("b");
    assertThat(Files.exists(a)).isFalse();
  }

  private static long rename(Path from, Path to, int flags) {
    return NativeCalls.call(
        "renameat2",
        NativeCalls.AT_FDCWD,
        from.toString(),
        NativeCalls.AT_FDCWD,
        to.toString(),
        flags);
  }

  @Test
  void directoriesAreMadeMovedAndRemoved() throws IOException {
    Path inner = Files.createDirectories(fixture.file("a/b/c"));
    assertThat(Files.getAttribute(fixture.root, "unix:nlink")).isEqualTo(3);
    Files.move(fixture.file("a/b"), fixture.file("moved"));
    assertThat(Files.isDirectory(fixture.file("moved/c"))).isTrue();
    assertThat(Files.exists(inner)).isFalse();
    assertThatThrownBy(() -> Files.delete(fixture.file("moved")))
        .isInstanceOf(DirectoryNotEmptyException.class);
    Files.delete(fixture.file("moved/c"));
    Files.delete(fixture.file("moved"));
    assertThatThrownBy(() -> Files.createDirectory(fixture.file("a")))
        .isInstanceOf(FileAlreadyExistsException.class);
  }

  @Test
  void filesHaveSeveralNames() throws IOException {
    Path first = fixture.file("first");
    Files.writeString(first, "x");
    Path second = Files.createLink(fixture.file("second"), first);
    assertThat(Files.isSameFile(first, second)).isTrue();
    assertThat(Files.getAttribute(second, "unix:nlink")).isEqualTo(2);
    Files.delete(first);
    assertThat(Files.readString(second)).isEqualTo("x");
    assertThat(Files.getAttribute(second, "unix:nlink")).isEqualTo(1);
  }

  @Test
  void symbolicLinksLead() throws IOException {
    Files.writeString(fixture.file("target"), "x");
    Path link = Files.createSymbolicLink(fixture.file("link"), Path.of("target"));
    assertThat(Files.readSymbolicLink(link)).isEqualTo(Path.of("target"));
    assertThat(Files.readString(link)).isEqualTo("x");
    Path loop = Files.createSymbolicLink(fixture.file("loop"), Path.of("loop"));
    assertThatThrownBy(() -> Files.readString(loop)).isInstanceOf(FileSystemException.class);
  }

  @Test
  void specialFilesAreMade() throws IOException, InterruptedException {
    assertThat(fixture.shell("mkfifo -m 640 pipe; stat -c '%F %a' pipe")).isEqualTo("fifo 640\n");
  }

  @Test
  void namesAreBytesOfLimitedLength() throws IOException, InterruptedException {
    String longest = "n".repeat(255);
    Files.writeString(fixture.file(longest), "x");
    assertThat(Files.exists(fixture.file(longest))).isTrue();
    assertThatThrownBy(() -> Files.writeString(fixture.file(longest + "n"), "x"))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("too long");
    assertThat(fixture.shell("printf x > \"$(printf '\\377\\376')\"; ls | wc -l | tr -d ' '"))
        .isEqualTo("2\n");
  }

  @Test
  void fileWithoutNameGetsOne() throws IOException {
    int descriptor =
        (int)
            NativeCalls.call(
                "open", fixture.root.toString(), NativeCalls.O_TMPFILE | NativeCalls.O_RDWR, 0600);
    assertThat(descriptor).isNotNegative();
    assertThat(fixture.memory.count(Opcode.TMPFILE)).isEqualTo(1);
    long result =
        NativeCalls.call(
            "linkat",
            NativeCalls.AT_FDCWD,
            "/proc/self/fd/" + descriptor,
            NativeCalls.AT_FDCWD,
            fixture.file("named").toString(),
            0x400);
    NativeCalls.call("close", descriptor);
    assertThat(result).isZero();
    assertThat(Files.exists(fixture.file("named"))).isTrue();
  }

  @Test
  void largeDirectoryIsListedOnceEach() throws IOException {
    fixture.memory.makeFiles("entry-", MANY);
    try (Stream<Path> names = Files.list(fixture.root)) {
      assertThat(names.map(path -> path.getFileName().toString())).hasSize(MANY);
    }
    assertThat(fixture.memory.count(Opcode.READDIRPLUS)).isPositive();
  }

  @Test
  void listingContinuesFromAPosition() throws IOException {
    fixture.memory.makeFiles("entry-", MANY);
    MemorySegment stream = NativeCalls.pointer("opendir", fixture.root.toString());
    List<String> seen = new ArrayList<>();
    List<Long> positions = new ArrayList<>();
    for (@Nullable String name = next(stream); name != null; name = next(stream)) {
      seen.add(name);
      positions.add(NativeCalls.call("telldir", stream));
    }
    assertThat(new TreeSet<>(seen)).hasSize(MANY + 2).hasSameSizeAs(seen);
    for (int i = 0; i < 100; i++) {
      Files.delete(fixture.file("entry-" + i));
      Files.createFile(fixture.file("late-" + i));
    }
    for (int at : new int[] {5000, 200, 9000}) {
      seek(stream, positions.get(at));
      assertThat(next(stream)).isEqualTo(seen.get(at + 1));
    }
    assertThat(NativeCalls.call("closedir", stream)).isZero();
  }

  private static void seek(MemorySegment stream, long position) {
    NativeCalls.call("seekdir", stream, position);
  }

  @SuppressWarnings("restricted")
  private static @Nullable String next(MemorySegment stream) {
    MemorySegment entry = NativeCalls.pointer("readdir", stream);
    return entry.equals(MemorySegment.NULL) ? null : entry.reinterpret(280).getString(NAME_OFFSET);
  }

  @Test
  void absentNamesAreReported() {
    assertThatThrownBy(() -> Files.readString(fixture.file("absent")))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void forgottenNodesAreFreed() throws IOException, InterruptedException {
    fixture.memory.makeFiles("entry-", MANY);
    int before = fixture.memory.nodes();
    fixture.shell("ls -l > /dev/null; rm -f entry-*");
    Awaitility.await()
        .atMost(MountFixture.PATIENCE)
        .until(() -> fixture.memory.nodes() < before - MANY + 100);
    assertThat(fixture.mount.counts().forgotten()).isPositive();
  }
}
