package io.pando.disk.log;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.disk.GoldenBytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class BatchTest {
  private static final int MOST = 100;
  private static final Batch TWO =
      new Batch(Batch.HEADER_BYTES + 2 * Batch.RECORD_BYTES + 3, 2, 7, 9);

  /** A batch with a record of one byte and one of two. */
  private static ByteBuffer sealed() {
    ByteBuffer buffer = Batch.buffer(TWO.bytes());
    buffer.putInt(Batch.HEADER_BYTES, 1).put(Batch.HEADER_BYTES + 4, (byte) 5);
    buffer.putInt(Batch.HEADER_BYTES + 5, 2).put(Batch.HEADER_BYTES + 9, (byte) 6);
    TWO.seal(buffer);
    return buffer;
  }

  /** A unit with the header of a batch of {@code bytes} bytes and {@code records} records. */
  private static ByteBuffer unit(int bytes, int records) {
    return sealed().putInt(8, bytes).putInt(12, records);
  }

  @Test
  void whatWasSealedIsReadAgain() {
    ByteBuffer buffer = sealed();
    assertThat(Batch.of(buffer, MOST)).isEqualTo(TWO);
    assertThat(TWO.isWhole(buffer)).isTrue();
    assertThat(TWO.next()).isEqualTo(11);
    List<ByteBuffer> records = TWO.records(buffer);
    assertThat(records).hasSize(2);
    assertThat(records.get(0)).isEqualTo(ByteBuffer.wrap(new byte[] {5}));
    assertThat(records.get(1)).isEqualTo(ByteBuffer.wrap(new byte[] {6, 0}));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void anythingElseDoesNotBeginLikeOne(int at) {
    ByteBuffer buffer = sealed();
    buffer.put(at, (byte) (buffer.get(at) ^ 1));
    assertThat(Batch.of(buffer, MOST)).isNull();
  }

  /** The header has 32 bytes, the length of a record four. */
  @ParameterizedTest
  @CsvSource({
    "36, 1, true",
    "35, 1, false",
    "32, 0, false",
    "36, 0, false",
    "36, -1, false",
    "36, 2, false",
    "39, 2, false",
    "40, 2, true",
    "100, 1, true",
    "101, 1, false",
    "-2147483648, 1, false",
  })
  void itHasRoomForItsRecordsAndThereIsRoomForIt(int bytes, int records, boolean sane) {
    Batch found = Batch.of(unit(bytes, records), MOST);
    assertThat(found).isEqualTo(sane ? new Batch(bytes, records, 7, 9) : null);
  }

  @Test
  void noByteOfItMayDiffer() {
    for (int at = 0; at < BLOCK_BYTES; at++) {
      ByteBuffer buffer = sealed();
      buffer.put(at, (byte) (buffer.get(at) ^ 1));
      // The magic is checked earlier, and bytes behind the batch do not belong to it.
      assertThat(TWO.isWhole(buffer)).as("byte %d", at).isEqualTo(at < 4 || at >= TWO.bytes());
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 512, 512", "512, 512, 512", "513, 512, 1024", "513, 4096, 4096"})
  void itTakesWholeUnits(int bytes, int unitBytes, int padded) {
    assertThat(new Batch(bytes, 1, 7, 9).paddedBytes(unitBytes)).isEqualTo(padded);
  }

  @Test
  void goldenBytes() throws IOException {
    ByteBuffer golden = GoldenBytes.padded("batch-1", BLOCK_BYTES);
    Batch read = Batch.of(golden, MOST);
    assertThat(read).isEqualTo(TWO);
    assertThat(TWO.isWhole(golden)).isTrue();
    assertThat(TWO.records(golden))
        .containsExactly(ByteBuffer.wrap(new byte[] {5}), ByteBuffer.wrap(new byte[] {6, 0}));
    assertThat(sealed().clear()).isEqualTo(golden.clear());
  }
}
