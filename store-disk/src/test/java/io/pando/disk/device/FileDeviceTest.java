package io.pando.disk.device;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileDeviceTest {
  private static final int MIB = 1 << 20;
  private static final int PART_BLOCKS = MIB / BLOCK_BYTES;
  private static final int PARTS = 64;

  @TempDir private Path folder;

  /**
   * Regression: a buffer per call stayed in native memory until garbage collection, 150 MB in an
   * OSD.
   */
  @Test
  void fillingTakesNoNativeMemoryForEachCall() throws IOException {
    try (FileDevice device = device()) {
      device.fill(0, PART_BLOCKS);
      long before = nativeBytes();
      for (int part = 0; part < PARTS; part++) {
        device.fill((long) part * PART_BLOCKS, (long) (part + 1) * PART_BLOCKS);
      }
      assertThat(nativeBytes() - before).isLessThan(8L * MIB);
    }
  }

  @Test
  void whatIsFilledIsZero() throws IOException {
    try (FileDevice device = device()) {
      ByteBuffer block = AlignedBuffers.blocks(1);
      while (block.hasRemaining()) {
        block.put((byte) 1);
      }
      for (int at = 0; at < 3 * PART_BLOCKS; at++) {
        device.write(at, block.rewind());
      }
      device.fill(1, 2 * PART_BLOCKS + 5);
      assertThat(firstByte(device, 0)).isEqualTo((byte) 1);
      assertThat(firstByte(device, 1)).isZero();
      assertThat(firstByte(device, PART_BLOCKS + 1)).isZero();
      assertThat(firstByte(device, 2 * PART_BLOCKS + 4)).isZero();
      assertThat(firstByte(device, 2 * PART_BLOCKS + 5)).isEqualTo((byte) 1);
    }
  }

  private FileDevice device() throws IOException {
    Path file = folder.resolve("data");
    FileDevice.create(file, (long) PARTS * PART_BLOCKS);
    return FileDevice.open(file, (long) PARTS * PART_BLOCKS, true);
  }

  private static byte firstByte(FileDevice device, long block) throws IOException {
    ByteBuffer into = AlignedBuffers.blocks(1);
    device.read(block, into);
    return into.get(0);
  }

  private static long nativeBytes() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }
}
