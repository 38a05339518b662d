package io.pando.fuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.fuse.memory.MemoryFileSystem;
import io.pando.fuse.protocol.Errno;
import io.pando.fuse.protocol.Opcode;
import io.pando.random.Random64;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Data and attributes of files through a real mount. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MountedDataTest {
  private static final int CHUNK = 64 * 1024;

  @TempDir private Path temporary;
  private MountFixture fixture;
  private MemoryFileSystem memory;

  @BeforeEach
  void mount() throws IOException {
    fixture = MountFixture.mount(temporary);
    memory = fixture.memory;
  }

  @AfterEach
  void unmount() throws IOException {
    if (fixture != null) {
      fixture.close();
    }
  }

  @Test
  void bytesAreReadAsTheyWereWritten() throws IOException {
    byte[] bytes = new byte[5 * 1024 * 1024 + 17];
    new Random64(1).nextBytes(bytes);
    Path file = fixture.file("large");
    Files.write(file, bytes);
    assertThat(Files.size(file)).isEqualTo(bytes.length);
    Path copy = fixture.file("copy");
    Files.copy(file, copy);
    assertThat(Files.mismatch(file, copy)).isEqualTo(-1);
    assertThat(Files.readAllBytes(copy)).isEqualTo(bytes);
    assertThat(memory.count(Opcode.WRITE)).isGreaterThan(4);
  }

  @Test
  void writesOfAMegabyteAreOneRequest() throws IOException {
    Path file = fixture.file("large");
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.allocateDirect(1 << 20));
    }
    assertThat(memory.count(Opcode.WRITE)).isEqualTo(1);
  }

  @Test
  void fileGrowsAtItsEndAndIsTruncated() throws IOException, InterruptedException {
    Path file = fixture.file("file");
    Files.writeString(file, "first\n");
    Files.writeString(file, "second\n", StandardOpenOption.APPEND);
    fixture.shell("echo third >> file");
    assertThat(Files.readString(file)).isEqualTo("first\nsecond\nthird\n");
    fixture.shell("truncate -s 8 file");
    assertThat(Files.readString(file)).isEqualTo("first\nse");
    fixture.shell("truncate -s 10 file");
    assertThat(Files.readString(file)).isEqualTo("first\nse\0\0");
    Files.writeString(file, "new", StandardOpenOption.TRUNCATE_EXISTING);
    assertThat(fixture.shell("cat file")).isEqualTo("new");
  }

  @Test
  void appendersOfSeveralProcessesLoseNothing() throws IOException, InterruptedException {
    fixture.shell(
        """
        for n in 1 2 3 4; do
          (i=0; while [ $i -lt 50 ]; do echo "$n $i" >> log; i=$((i+1)); done) &
        done
        wait
        """);
    List<String> lines = Files.readAllLines(fixture.file("log"));
    assertThat(lines).hasSize(200).doesNotHaveDuplicates();
  }

  @Test
  void mappedFileIsWrittenBack() throws IOException {
    Path file = fixture.file("mapped");
    Files.write(file, new byte[10_000]);
    try (MappingProcess mappings = MappingProcess.start()) {
      mappings.map(file, true, 0, 10_000);
      mappings.put(9_000, (byte) 42);
      mappings.force();
    }
    byte[] bytes = Files.readAllBytes(file);
    assertThat(bytes[9_000]).isEqualTo((byte) 42);
    assertThat(memory.count(Opcode.FSYNC)).isPositive();
  }

  @Test
  void holesArePunchedAndFound() throws IOException {
    Path file = fixture.file("holes");
    Files.write(file, filled(4 * CHUNK));
    int descriptor = (int) NativeCalls.call("open", file.toString(), NativeCalls.O_RDWR);
    try {
      long chunk = CHUNK;
      assertThat(NativeCalls.call("fallocate", descriptor, 3, chunk, 2 * chunk)).isZero();
      assertThat(NativeCalls.call("lseek", descriptor, 0L, 4)).isEqualTo(chunk);
      assertThat(NativeCalls.call("lseek", descriptor, chunk, 3)).isEqualTo(3 * chunk);
      assertThat(NativeCalls.call("lseek", descriptor, 4 * chunk, 3)).isEqualTo(-Errno.ENXIO);
      assertThat(NativeCalls.call("fallocate", descriptor, 0, 0L, 5 * chunk)).isZero();
      assertThat(NativeCalls.call("fallocate", descriptor, 8, 0L, chunk))
          .isEqualTo(-Errno.EOPNOTSUPP);
    } finally {
      NativeCalls.call("close", descriptor);
    }
    byte[] bytes = Files.readAllBytes(file);
    assertThat(bytes).hasSize(5 * CHUNK);
    assertThat(bytes[CHUNK - 1]).isEqualTo((byte) 1);
    assertThat(bytes[CHUNK]).isZero();
    assertThat(bytes[3 * CHUNK]).isEqualTo((byte) 1);
  }

  @Test
  void rangeIsCopiedWithinTheFileSystem() throws IOException {
    Files.write(fixture.file("from"), filled(CHUNK));
    Files.write(fixture.file("to"), new byte[0]);
    int from = (int) NativeCalls.call("open", fixture.file("from").toString(), 0);
    int to = (int) NativeCalls.call("open", fixture.file("to").toString(), NativeCalls.O_RDWR);
    java.lang.foreign.MemorySegment none = java.lang.foreign.MemorySegment.NULL;
    assertThat(NativeCalls.call("copy_file_range", from, none, to, none, (long) CHUNK, 0))
        .isEqualTo(CHUNK);
    NativeCalls.call("close", from);
    NativeCalls.call("close", to);
    assertThat(memory.count(Opcode.COPY_FILE_RANGE)).isEqualTo(1);
    assertThat(Files.readAllBytes(fixture.file("to"))).isEqualTo(filled(CHUNK));
  }

  private static byte[] filled(int size) {
    byte[] bytes = new byte[size];
    Arrays.fill(bytes, (byte) 1);
    return bytes;
  }

  @Test
  void removedFileIsUsableUntilItIsClosed() throws IOException {
    Path file = fixture.file("gone");
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      Files.delete(file);
      channel.write(ByteBuffer.wrap("still".getBytes(java.nio.charset.StandardCharsets.UTF_8)), 0);
      ByteBuffer into = ByteBuffer.allocate(10);
      assertThat(channel.read(into, 0)).isEqualTo(5);
      assertThat(Files.exists(file)).isFalse();
    }
  }

  @Test
  void attributesAreSet() throws IOException, InterruptedException {
    Path file = fixture.file("file");
    Files.writeString(file, "x");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    Instant time = Instant.parse("1969-07-20T20:17:40.123456789Z");
    fixture.shell("touch -d 1969-07-20T20:17:40.123456789Z file");
    PosixFileAttributes found = Files.readAttributes(file, PosixFileAttributes.class);
    assertThat(PosixFilePermissions.toString(found.permissions())).isEqualTo("rw-r-----");
    assertThat(found.lastModifiedTime().toInstant()).isEqualTo(time);
    assertThat(found.creationTime().toInstant()).isAfter(time);
    assertThat(memory.count(Opcode.STATX)).isPositive();
  }

  @Test
  void extendedAttributesAreKept() throws IOException {
    Path file = fixture.file("file");
    Files.writeString(file, "x");
    UserDefinedFileAttributeView view =
        Files.getFileAttributeView(file, UserDefinedFileAttributeView.class);
    byte[] large = new byte[60_000];
    new Random64(2).nextBytes(large);
    view.write("large", ByteBuffer.wrap(large));
    view.write("empty", ByteBuffer.allocate(0));
    assertThat(view.list()).containsExactlyInAnyOrder("empty", "large");
    assertThat(view.size("large")).isEqualTo(60_000);
    ByteBuffer into = ByteBuffer.allocate(60_000);
    assertThat(view.read("large", into)).isEqualTo(60_000);
    assertThat(into.array()).isEqualTo(large);
    assertThatThrownBy(() -> view.read("large", ByteBuffer.allocate(10)))
        .isInstanceOf(IOException.class);
    view.delete("large");
    assertThat(view.list()).containsExactly("empty");
    assertThatThrownBy(() -> view.delete("large")).isInstanceOf(IOException.class);
  }

  @Test
  void spaceIsShown() throws IOException {
    FileStore store = Files.getFileStore(fixture.root);
    assertThat(store.type()).isEqualTo("fuse.pando");
    assertThat(store.name()).isEqualTo("memory");
    assertThat(store.getTotalSpace()).isEqualTo(1000L * 4096);
    assertThat(store.getUsableSpace()).isEqualTo(500L * 4096);
    assertThat(store.getUnallocatedSpace()).isEqualTo(600L * 4096);
  }

  @Test
  void programsWork() throws IOException, InterruptedException {
    String listing =
        fixture.shell(
            """
            mkdir -p a/b
            dd if=/dev/zero of=a/b/zeros bs=64k count=16 2>/dev/null
            cp -r a c
            tar cf all.tar a c
            mkdir out
            tar xf all.tar -C out
            diff -r a out/a
            rm -r a c
            find out -type f | sort
            sync -f out
            """);
    assertThat(listing).isEqualTo("out/a/b/zeros\nout/c/b/zeros\n");
  }
}
