package io.pando.disk.raw.volume;

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
import org.junit.jupiter.api.Test;

/** When new blocks are written, and how many at once. */
class DataStageTest {
  private final FaultyMedium medium = new FaultyMedium(new Random64(1));
  private final RecordingDevice device = new RecordingDevice(medium.device(1000));

  private DataStage stage(int slots) throws IOException {
    return new DataStage(device, slots);
  }

  private static void place(DataStage stage, long block, int count) throws IOException {
    ByteBuffer place = stage.place(block, count);
    assertThat(place.remaining()).isEqualTo(count * BLOCK_BYTES);
    for (int i = 0; i < count; i++) {
      place.put(filled(block + i)).position((i + 1) * BLOCK_BYTES);
    }
  }

  private static byte[] filled(long block) {
    byte[] bytes = new byte[BLOCK_BYTES];
    Arrays.fill(bytes, (byte) block);
    return bytes;
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  private void assertWritten(long from, int count) throws IOException {
    ByteBuffer read = AlignedBuffers.blocks(count);
    device.read(from, read);
    for (int i = 0; i < count; i++) {
      assertThat(bytes(read.clear().slice(i * BLOCK_BYTES, BLOCK_BYTES)))
          .isEqualTo(filled(from + i));
    }
    device.asked();
  }

  @Test
  void gathersWhatFollowsEachOther() throws IOException {
    DataStage stage = stage(8);
    assertThat(stage.slots()).isEqualTo(8);
    place(stage, 10, 2);
    place(stage, 12, 1);
    place(stage, 20, 1);
    place(stage, 13, 1);
    place(stage, 21, 1);
    place(stage, 5, 1);
    place(stage, 6, 1);
    assertThat(device.asked()).isEmpty();
    stage.drain();
    assertThat(device.asked())
        .containsExactly("write 5 2", "write 10 3", "write 13 1", "write 20 1", "write 21 1");
    assertWritten(5, 2);
    assertWritten(10, 4);
    assertWritten(20, 2);
    stage.drain();
    assertThat(device.asked()).isEmpty();
  }

  @Test
  void isWrittenOnceItIsFull() throws IOException {
    DataStage stage = stage(4);
    place(stage, 10, 3);
    place(stage, 20, 1);
    assertThat(device.asked()).isEmpty();
    place(stage, 30, 1);
    assertThat(device.asked()).containsExactly("write 10 3", "write 20 1");
    place(stage, 31, 3);
    assertThat(device.asked()).isEmpty();
    place(stage, 34, 4);
    assertThat(device.asked()).containsExactly("write 30 4");
    stage.drain();
    assertThat(device.asked()).containsExactly("write 34 4");
    assertWritten(30, 8);
    assertThatThrownBy(() -> stage.place(1, 5)).isInstanceOf(Invariant.BrokenInvariant.class);
  }

  @Test
  void blocksThatAreStillHereMayBeChanged() throws IOException {
    DataStage stage = stage(8);
    assertThat(stage.staged(0)).isNull();
    place(stage, 10, 3);
    place(stage, 20, 2);
    for (long block : new long[] {9, 13, 19, 22}) {
      assertThat(stage.staged(block)).isNull();
    }
    for (long block : new long[] {10, 11, 12, 20, 21}) {
      ByteBuffer staged = stage.staged(block);
      assertThat(staged).isNotNull();
      assertThat(staged == null ? new byte[0] : bytes(staged)).isEqualTo(filled(block));
    }
    ByteBuffer changed = stage.staged(11);
    assertThat(changed).isNotNull();
    if (changed != null) {
      changed.put(0, (byte) 99);
    }
    stage.drain();
    assertThat(stage.staged(11)).isNull();
    ByteBuffer read = AlignedBuffers.blocks(1);
    device.read(11, read);
    assertThat(read.get(0)).isEqualTo((byte) 99);
  }

  @Test
  void whoReadsABlockFindsItOnTheDevice() throws IOException {
    DataStage stage = stage(8);
    place(stage, 10, 2);
    stage.settle(8, 2);
    stage.settle(12, 5);
    assertThat(device.asked()).isEmpty();
    stage.settle(8, 3);
    assertThat(device.asked()).containsExactly("write 10 2");
    place(stage, 10, 2);
    stage.settle(11, 1);
    assertThat(device.asked()).containsExactly("write 10 2");
    stage.settle(11, 1);
    assertThat(device.asked()).isEmpty();
  }

  @Test
  void flushesWhatWasWrittenAndNothingElse() throws IOException {
    DataStage stage = stage(8);
    stage.flush();
    assertThat(device.asked()).isEmpty();
    place(stage, 10, 2);
    assertThatThrownBy(stage::flush).isInstanceOf(Invariant.BrokenInvariant.class);
    stage.drain();
    stage.flush();
    assertThat(device.asked()).containsExactly("write 10 2", "flush");
    stage.drain();
    stage.flush();
    assertThat(device.asked()).isEmpty();
  }

  @Test
  void growsWhereTheMediumHasNoRoomAndShrinksOnceItHas() throws IOException {
    medium.limitRoom(5, false);
    DataStage stage = stage(2);
    for (int i = 0; i < 5; i++) {
      place(stage, 100 + 2 * i, 2);
    }
    assertThat(device.asked()).as("tried at sizes 2, 4 and 8").hasSize(3);
    assertThatThrownBy(stage::drain).isInstanceOf(IOException.class);
    assertThat(device.asked()).containsExactly("write 100 10");
    for (int i = 0; i < 10; i++) {
      ByteBuffer staged = stage.staged(100 + i);
      assertThat(staged == null ? new byte[0] : bytes(staged)).isEqualTo(filled(100 + i));
    }
    assertThat(stage.slots()).isEqualTo(2);
    medium.limitRoom(1000, false);
    stage.drain();
    assertThat(device.asked()).containsExactly("write 100 10");
    assertWritten(100, 10);
    place(stage, 200, 2);
    place(stage, 202, 1);
    assertThat(device.asked()).as("as small as before").containsExactly("write 200 2");
  }

  @Test
  void anErrorThatIsNotForWantOfRoomIsTold() throws IOException {
    DataStage stage = stage(2);
    place(stage, 10, 2);
    medium.losePowerAfter(0);
    assertThatThrownBy(() -> stage.place(12, 1)).hasMessage("the power is gone");
  }
}
