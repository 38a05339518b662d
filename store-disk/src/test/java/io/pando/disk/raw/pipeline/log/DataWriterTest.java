package io.pando.disk.raw.pipeline.log;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.Payload;
import io.pando.disk.device.AlignedBuffers;
import io.pando.disk.raw.FaultyMedium;
import io.pando.disk.raw.RecordingDevice;
import io.pando.random.Random64;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The writes that blocks are combined into. */
class DataWriterTest {
  private static final int BUFFER = 256;

  private final FaultyMedium medium = new FaultyMedium(new Random64(1));
  private final RecordingDevice device = new RecordingDevice(medium.device(2000));
  private final DataWriter writer = writer();

  private DataWriter writer() {
    try {
      return new DataWriter(device);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] bytes(long place, int blocks) {
    byte[] bytes = new byte[blocks * BLOCK_BYTES];
    for (int i = 0; i < blocks; i++) {
      Arrays.fill(bytes, i * BLOCK_BYTES, (i + 1) * BLOCK_BYTES, (byte) (1 + (place + i) % 101));
    }
    return bytes;
  }

  private static LogItem.Placement part(long place, int blocks) {
    return new LogItem.Placement(place, Payload.wrap(bytes(place, blocks)));
  }

  private void assertThere(long place, int blocks) throws IOException {
    ByteBuffer read = AlignedBuffers.blocks(blocks);
    device.read(place, read);
    byte[] there = new byte[blocks * BLOCK_BYTES];
    read.clear().get(there);
    assertThat(there).isEqualTo(bytes(place, blocks));
  }

  @Test
  void writesRunsInTheOrderOfTheirPlaces() throws IOException {
    writer.write();
    assertThat(device.asked()).isEmpty();
    writer.add(List.of(part(10, 2), part(3, 1)));
    writer.add(List.of(part(12, 1), part(4, 1), part(7, 1)));
    writer.write();
    assertThat(device.asked()).containsExactly("write 3 2", "write 7 1", "write 10 3", "flush");
    for (long[] run : new long[][] {{3, 2}, {7, 1}, {10, 3}}) {
      assertThere(run[0], (int) run[1]);
    }
    device.asked();
    writer.write();
    assertThat(device.asked()).as("once").isEmpty();
  }

  @Test
  void gathersAsMuchAsTheBufferHas() throws IOException {
    for (int blocks : new int[] {BUFFER - 1, BUFFER, BUFFER + 1, 2 * BUFFER, 2 * BUFFER + 3}) {
      writer.add(List.of(part(100, blocks), part(1000, 2)));
      writer.write();
      List<String> expected = new ArrayList<>();
      for (int at = 0; at < blocks; at += BUFFER) {
        expected.add("write " + (100 + at) + " " + Math.min(BUFFER, blocks - at));
      }
      List<String> asked = device.asked();
      assertThat(asked).startsWith(expected.toArray(String[]::new)).endsWith("flush");
      assertThere(100, blocks);
      assertThere(1000, 2);
      device.asked();
    }
  }

  @Test
  void whatWasClearedIsNotWritten() throws IOException {
    writer.add(List.of(part(10, 2)));
    writer.clear();
    writer.write();
    assertThat(device.asked()).isEmpty();
    medium.limitRoom(11, false);
    writer.add(List.of(part(10, 2), part(20, 1)));
    assertThatThrownBy(writer::write).isInstanceOf(IOException.class);
    writer.clear();
    medium.limitRoom(2000, false);
    device.asked();
    writer.add(List.of(part(30, 1)));
    writer.write();
    assertThat(device.asked()).containsExactly("write 30 1", "flush");
  }
}
