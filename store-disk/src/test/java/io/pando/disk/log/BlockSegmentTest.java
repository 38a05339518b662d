package io.pando.disk.log;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.check.Invariant;
import io.pando.disk.device.AlignedBuffers;
import io.pando.disk.raw.FaultyMedium;
import io.pando.disk.raw.RecordingDevice;
import io.pando.random.Random64;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The parts of a block that are not written stay unchanged. */
class BlockSegmentTest {
  private static final int BLOCKS = 6;

  private final RecordingDevice device =
      new RecordingDevice(new FaultyMedium(new Random64(1)).device(BLOCKS));
  private final BlockSegment segment = new BlockSegment(device);
  private final byte[] model = new byte[BLOCKS * BLOCK_BYTES];

  @BeforeEach
  void fill() throws IOException {
    new Random64(3).nextBytes(model);
    segment.writeDurably(0, direct(model));
    assertThat(device.asked()).containsExactly("write 0 6", "flush");
    assertThat(segment.bytes()).isEqualTo(6 * BLOCK_BYTES);
    assertThat(segment.unitBytes()).isEqualTo(512);
  }

  private static ByteBuffer direct(byte[] bytes) {
    int blocks = (bytes.length + BLOCK_BYTES - 1) / BLOCK_BYTES;
    return AlignedBuffers.blocks(blocks).limit(bytes.length).put(bytes).flip();
  }

  @ParameterizedTest
  @CsvSource({
    "0,512,1",
    "0,4096,0",
    "512,512,1",
    "3584,512,1",
    "4096,4096,0",
    "4096,512,1",
    "512,3584,1",
    "512,7680,1",
    "512,8192,2",
    "0,8704,1",
    "4096,12288,0",
    "20480,4096,0",
    "24064,512,1",
    "3584,1024,2",
    "5120,16384,2"
  })
  void writesPartsOfBlocks(int position, int length, int mostReads) throws IOException {
    byte[] bytes = new byte[length];
    new Random64(position + length).nextBytes(bytes);
    System.arraycopy(bytes, 0, model, position, length);
    ByteBuffer from = direct(bytes);
    segment.writeDurably(position, from);
    assertThat(from.hasRemaining()).isFalse();
    int first = position / BLOCK_BYTES;
    int count = (position + length + BLOCK_BYTES - 1) / BLOCK_BYTES - first;
    assertThat(device.asked())
        .endsWith("write " + first + " " + count, "flush")
        .hasSizeLessThanOrEqualTo(2 + Math.max(mostReads, count == 1 ? 2 * mostReads : mostReads));
    for (int block = 0; block < BLOCKS; block++) {
      ByteBuffer read = AlignedBuffers.blocks(1);
      segment.read((long) block * BLOCK_BYTES, read);
      byte[] there = new byte[BLOCK_BYTES];
      read.clear().get(there);
      assertThat(there)
          .isEqualTo(Arrays.copyOfRange(model, block * BLOCK_BYTES, (block + 1) * BLOCK_BYTES));
    }
    assertThatThrownBy(() -> segment.read(512, AlignedBuffers.blocks(1)))
        .isInstanceOf(Invariant.BrokenInvariant.class);
  }

  @Test
  void closesItsDevice() throws IOException {
    segment.close();
    assertThat(device.asked()).containsExactly("close");
  }
}
