package io.pando.disk.device.uring;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import io.pando.check.Invariant;
import io.pando.disk.device.AlignedBuffers;
import io.pando.disk.device.BlockDevice;
import io.pando.disk.device.BlockWriter;
import io.pando.disk.device.DataIo;
import io.pando.disk.device.DeviceFullException;
import io.pando.disk.device.DeviceWindow;
import io.pando.disk.device.FileDevice;
import io.pando.random.Random64;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rings of this machine's kernel, where it supports them. */
class RingDeviceTest {
  private static final long BLOCKS = 4096;

  @TempDir Path directory;
  private Path path = Path.of("unset");

  @BeforeEach
  void make() throws IOException {
    path = directory.resolve("block");
    FileDevice.create(path, BLOCKS);
  }

  private FileDevice plain() throws IOException {
    return FileDevice.open(path, BLOCKS, true);
  }

  private static void needRings() {
    try {
      Ring.open().close();
    } catch (IOException e) {
      abort("no io_uring here: " + e.getMessage());
    }
  }

  @Test
  void whatIsWrittenToManyPlacesIsThere() throws IOException {
    needRings();
    Random64 random = new Random64(7);
    Map<Long, Long> expected = new HashMap<>();
    try (BlockDevice device = RingDevice.over(plain(), DataIo.URING)) {
      assertThat(device.describe()).endsWith("io_uring");
      BlockWriter one = device.writer();
      BlockWriter other = device.writer();
      for (int round = 0; round < 30; round++) {
        BlockWriter writer = round % 2 == 0 ? one : other;
        List<ByteBuffer> kept = new ArrayList<>();
        // Every third round has more writes than a ring takes at once.
        int runs = round % 3 == 0 ? 300 : 1 + random.nextInt(20);
        for (int i = 0; i < runs; i++) {
          long block = (long) i * 12 + random.nextInt(8);
          ByteBuffer bytes = AlignedBuffers.blocks(1 + random.nextInt(4));
          for (long at = block; bytes.hasRemaining(); at++) {
            long mark = random.nextLong();
            expected.put(at, mark);
            for (int word = 0; word < BLOCK_BYTES; word += Long.BYTES) {
              bytes.putLong(mark + word);
            }
          }
          kept.add(bytes.flip());
          writer.add(block, bytes);
        }
        if (round % 4 == 0) {
          writer.drain();
          device.flush();
        } else {
          writer.drainDurably();
        }
        assertThat(kept).noneMatch(ByteBuffer::hasRemaining);
      }
    }
    try (FileDevice device = plain()) {
      ByteBuffer block = AlignedBuffers.blocks(1);
      for (Map.Entry<Long, Long> entry : expected.entrySet()) {
        device.read(entry.getKey(), block.clear());
        for (int word = 0; word < BLOCK_BYTES; word += Long.BYTES) {
          assertThat(block.getLong(word)).isEqualTo(entry.getValue() + word);
        }
      }
    }
  }

  @Test
  void aWindowsWritersWriteWithinIt() throws IOException {
    try (BlockDevice window = new DeviceWindow(RingDevice.over(plain(), DataIo.AUTO), 100, 10)) {
      BlockWriter writer = window.writer();
      writer.add(3, AlignedBuffers.blocks(1).putLong(0, 33));
      writer.add(8, AlignedBuffers.blocks(2).putLong(0, 88));
      writer.drainDurably();
      assertThatThrownBy(() -> writer.add(9, AlignedBuffers.blocks(2)))
          .isInstanceOf(Invariant.BrokenInvariant.class);
    }
    try (FileDevice device = plain()) {
      ByteBuffer block = AlignedBuffers.blocks(1);
      device.read(108, block);
      assertThat(block.getLong(0)).isEqualTo(88);
    }
  }

  @Test
  void aFullMediumIsTold() throws IOException {
    needRings();
    Ring ring = Ring.open();
    RingFile full = RingFile.open(Path.of("/dev/full"), false);
    try (FileDevice device = plain()) {
      RingWriter writer = new RingWriter(device, full.descriptor(), ring);
      writer.add(1, AlignedBuffers.blocks(1));
      writer.add(5, AlignedBuffers.blocks(1));
      assertThatThrownBy(writer::drain).isInstanceOf(DeviceFullException.class);
    } finally {
      ring.close();
      full.close();
    }
  }

  @Test
  void aWriteThatTheKernelRefusesFails() throws IOException {
    needRings();
    Ring ring = Ring.open();
    try (FileDevice device = plain()) {
      RingWriter writer = new RingWriter(device, -1, ring);
      writer.add(1, AlignedBuffers.blocks(1));
      writer.add(5, AlignedBuffers.blocks(1));
      assertThatThrownBy(writer::drain)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("error 9");
    } finally {
      ring.close();
    }
  }

  @Test
  void goesThePlainWayWhereThereAreNoRings() throws IOException {
    try (FileDevice plain = plain()) {
      BlockDevice device = RingDevice.over(plain, DataIo.AUTO, RingDeviceTest::refused);
      assertThat(device).isSameAs(plain);
      assertThat(device.accessMode()).doesNotContain("io_uring");
      BlockWriter writer = device.writer();
      writer.add(3, AlignedBuffers.blocks(1).putLong(0, 33));
      writer.add(8, AlignedBuffers.blocks(1).putLong(0, 88));
      writer.drainDurably();
      ByteBuffer block = AlignedBuffers.blocks(1);
      device.read(8, block);
      assertThat(block.getLong(0)).isEqualTo(88);
    }
  }

  @Test
  void refusesToDoWithoutWhereRingsAreWanted() throws IOException {
    try (FileDevice plain = plain()) {
      assertThatThrownBy(() -> RingDevice.over(plain, DataIo.URING, RingDeviceTest::refused))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("not permitted here");
    }
  }

  @Test
  void triesNoneWhereNoneAreWanted() throws IOException {
    try (FileDevice plain = plain()) {
      assertThat(
              RingDevice.over(
                  plain,
                  DataIo.PLAIN,
                  () -> {
                    throw new AssertionError("tried");
                  }))
          .isSameAs(plain);
    }
    try (FileDevice cached = FileDevice.open(path, BLOCKS, false)) {
      assertThat(RingDevice.over(cached, DataIo.AUTO)).isSameAs(cached);
    }
  }

  private static Submissions refused() throws IOException {
    throw new IOException("not permitted here");
  }
}
