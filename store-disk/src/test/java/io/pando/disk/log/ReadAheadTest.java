package io.pando.disk.log;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.disk.device.AlignedBuffers;
import io.pando.disk.raw.FaultyMedium;
import io.pando.disk.raw.RecordingDevice;
import io.pando.random.Random64;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadAheadTest {
  private final RecordingDevice device = device(600);

  private static RecordingDevice device(int blocks) {
    RecordingDevice made = new RecordingDevice(new FaultyMedium(new Random64(1)).device(blocks));
    try {
      for (int i = 0; i < blocks; i++) {
        made.write(i, AlignedBuffers.blocks(1).put(bytes(i)).clear());
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    List<String> _ = made.asked();
    return made;
  }

  private static byte[] bytes(int block) {
    byte[] bytes = new byte[BLOCK_BYTES];
    new Random64(block).nextBytes(bytes);
    return bytes;
  }

  private static void assertReads(ReadAhead ahead, LogSegment segment, int position, int unit)
      throws IOException {
    ByteBuffer there = ahead.at(segment, position, unit);
    assertThat(there.remaining()).isEqualTo(unit);
    byte[] read = new byte[unit];
    there.get(read);
    int at = position % BLOCK_BYTES;
    assertThat(read).isEqualTo(Arrays.copyOfRange(bytes(position / BLOCK_BYTES), at, at + unit));
  }

  @ParameterizedTest
  @ValueSource(ints = {512, 1024, 4096})
  void readsEachUnitOnceAndManyAtOnce(int unit) throws IOException {
    ReadAhead ahead = new ReadAhead(600L * BLOCK_BYTES);
    BlockSegment segment = new BlockSegment(device);
    for (int at = BLOCK_BYTES; at < 600 * BLOCK_BYTES; at += unit) {
      assertReads(ahead, segment, at, unit);
    }
    assertThat(device.asked()).containsExactly("read 1 256", "read 257 256", "read 513 87");
  }

  @Test
  void goesBackAndToOtherSegments() throws IOException {
    ReadAhead ahead = new ReadAhead(8L * BLOCK_BYTES);
    BlockSegment segment = new BlockSegment(device);
    assertReads(ahead, segment, 3 * BLOCK_BYTES + 512, 512);
    assertReads(ahead, segment, 7 * BLOCK_BYTES + 3584, 512);
    assertReads(ahead, segment, 3 * BLOCK_BYTES, 512);
    assertThat(device.asked()).containsExactly("read 3 5");
    assertReads(ahead, segment, 3 * BLOCK_BYTES - 512, 512);
    assertThat(device.asked()).containsExactly("read 2 6");
    RecordingDevice other = device(8);
    assertReads(ahead, new BlockSegment(other), 3 * BLOCK_BYTES, 512);
    assertThat(other.asked()).containsExactly("read 3 5");
    assertReads(ahead, segment, 3 * BLOCK_BYTES, 512);
    assertThat(device.asked()).containsExactly("read 3 5");
  }
}
