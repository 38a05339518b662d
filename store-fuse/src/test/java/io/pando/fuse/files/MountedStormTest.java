package io.pando.fuse.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import io.pando.fuse.MappingProcess;
import io.pando.fuse.NativeCalls;
import io.pando.random.Random64;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Reads, writes, mappings, holes, copies and truncations of one file through a real mount, compared
 * with an array, while capabilities come and go.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MountedStormTest {
  private static final int MOST_BYTES = 256 << 10;
  private static final int STEPS = 1_500;
  private static final int PUNCH = 3;
  private static final CapabilitySet DATA =
      CapabilitySet.of(Capability.READ, Capability.CACHE, Capability.WRITE, Capability.BUFFER);

  @TempDir private Path temporary;
  private HeapMount heap;
  private MappingProcess mappings;
  private final Random64 random = new Random64(11);
  private byte[] expected = new byte[0];

  /** Whether the client's thread reads the requests. */
  boolean readsOnLoop() {
    return true;
  }

  @BeforeEach
  void mount() throws IOException {
    heap = HeapMount.mount(temporary, readsOnLoop());
    mappings = MappingProcess.start();
  }

  @AfterEach
  void unmount() throws IOException {
    if (mappings != null) {
      mappings.close();
    }
    if (heap != null) {
      heap.close();
    }
  }

  @Test
  void fileIsLikeAnArray() throws Exception {
    Path path = heap.file("file");
    Files.write(path, expected);
    Ino ino = new Ino((long) Files.getAttribute(path, "unix:ino"));
    int descriptor = (int) NativeCalls.call("open", path.toString(), NativeCalls.O_RDWR);
    try (FileChannel file =
        FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      for (int step = 0; step < STEPS; step++) {
        step(file, descriptor);
        if (random.nextInt(20) == 0) {
          heap.files.revoke(ino, DATA).get(HeapMount.SECONDS, TimeUnit.SECONDS);
        }
        if (random.nextInt(20) == 0) {
          heap.onClient(files -> files.grant(ino));
        }
      }
    } finally {
      NativeCalls.call("close", descriptor);
    }
    assertThat(Files.readAllBytes(path)).isEqualTo(expected);
  }

  private void step(FileChannel file, int descriptor) throws IOException {
    int offset = random.nextInt(MOST_BYTES);
    int length = 1 + random.nextInt(Math.min(20_000, MOST_BYTES - offset));
    switch (random.nextInt(8)) {
      case 0, 1 -> {
        byte[] bytes = bytes(length);
        assertThat(file.write(ByteBuffer.wrap(bytes), offset)).isEqualTo(length);
        grow(offset + length);
        System.arraycopy(bytes, 0, expected, offset, length);
      }
      case 2, 3 -> {
        ByteBuffer into = ByteBuffer.allocate(length);
        int read = Math.max(0, file.read(into, offset));
        assertThat(Arrays.copyOf(into.array(), read)).isEqualTo(part(offset, length));
      }
      case 4 -> {
        if (offset + length <= expected.length) {
          mappings.map(heap.file("file"), true, offset, length);
          assertThat(mappings.get(0, length)).isEqualTo(part(offset, length));
          byte[] bytes = bytes(length);
          mappings.put(0, bytes);
          System.arraycopy(bytes, 0, expected, offset, length);
        }
      }
      case 5 -> {
        int size = random.nextInt(MOST_BYTES);
        assertThat(NativeCalls.call("ftruncate", descriptor, (long) size)).isZero();
        expected = Arrays.copyOf(expected, size);
      }
      case 6 -> {
        assertThat(NativeCalls.call("fallocate", descriptor, PUNCH, (long) offset, (long) length))
            .isZero();
        int end = Math.min(expected.length, offset + length);
        if (offset < end) {
          Arrays.fill(expected, offset, end, (byte) 0);
        }
      }
      default -> copy(descriptor, offset, length);
    }
  }

  /** Copies to behind the range, if that is in the file. */
  private void copy(int descriptor, int offset, int length) {
    int to = offset + length;
    if (to + length > expected.length) {
      return;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment from = arena.allocateFrom(ValueLayout.JAVA_LONG, offset);
      MemorySegment at = arena.allocateFrom(ValueLayout.JAVA_LONG, to);
      assertThat(
              NativeCalls.call(
                  "copy_file_range", descriptor, from, descriptor, at, (long) length, 0))
          .isEqualTo(length);
    }
    System.arraycopy(expected, offset, expected, to, length);
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private byte[] part(int offset, int length) {
    int end = Math.min(expected.length, offset + length);
    return offset >= end ? new byte[0] : Arrays.copyOfRange(expected, offset, end);
  }

  private void grow(int size) {
    if (size > expected.length) {
      expected = Arrays.copyOf(expected, size);
    }
  }
}
