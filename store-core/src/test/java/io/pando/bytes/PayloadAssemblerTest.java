package io.pando.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.random.Random64;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** For any size and any division of the input, the payload equals one that wraps an array. */
class PayloadAssemblerTest {
  private static final int PIECE = PayloadAssembler.PIECE_BYTES;
  private static final int BLOCK = Payload.BLOCK_BYTES;

  private final Random64 random = new Random64(7);

  @ParameterizedTest
  @ValueSource(
      ints = {
        0,
        1,
        BLOCK - 1,
        BLOCK,
        BLOCK + 1,
        3 * BLOCK,
        PIECE - 1,
        PIECE,
        PIECE + 1,
        PIECE + BLOCK,
        3 * PIECE + 5 * BLOCK + 77,
        32 * PIECE
      })
  void isWhatAnArrayIs(int size) {
    byte[] bytes = bytes(size);
    for (int most : new int[] {1000, BLOCK, 70_001, Integer.MAX_VALUE}) {
      Payload payload = intake(bytes, most);
      assertThat(payload.size()).isEqualTo(size);
      assertThat(payload.crc32c()).isEqualTo(crc(bytes, 0, size));
      assertThat(payload.blockChecksums()).isEqualTo(Payload.wrap(bytes).blockChecksums());
      assertThat(payload).isEqualTo(Payload.wrap(bytes)).hasSameHashCodeAs(Payload.wrap(bytes));
      assertThat(payload.asByteBuffer()).isEqualTo(ByteBuffer.wrap(bytes));
      assertThat(joined(payload)).isEqualTo(bytes);
    }
  }

  @Test
  void everyPartIsWhatThatPartOfAnArrayIs() {
    byte[] bytes = bytes(3 * PIECE + 5 * BLOCK + 77);
    Payload payload = intake(bytes, 50_000);
    for (int i = 0; i < 400; i++) {
      int unit = i % 2 == 0 ? 1 : BLOCK;
      int from = random.nextInt(bytes.length / unit) * unit;
      int length = 1 + random.nextInt(bytes.length - from);
      Payload part = payload.slice(from, length);
      int cut = random.nextInt(length);
      byte[] expected = Arrays.copyOfRange(bytes, from, from + length);
      assertThat(part.toByteArray()).isEqualTo(expected);
      assertThat(part.crc32c()).isEqualTo(crc(expected, 0, length));
      assertThat(part.blockChecksums()).isEqualTo(sums(expected));
      assertThat(part.slice(cut, length - cut).toByteArray())
          .isEqualTo(Arrays.copyOfRange(expected, cut, length));
      assertThat(part.slice(cut, length - cut).blockChecksums())
          .isEqualTo(sums(Arrays.copyOfRange(expected, cut, length)));
    }
  }

  @Test
  void showsNobodyItsMemory() {
    Payload payload = intake(bytes(2 * PIECE), PIECE);
    assertThat(payload.asByteBuffers()).hasSize(2).allMatch(ByteBuffer::isReadOnly);
    assertThat(payload.asByteBuffer().isReadOnly()).isTrue();
    assertThat(payload.slice(0, PIECE).asByteBuffer().isReadOnly()).isTrue();
  }

  @Test
  void isNoPayloadBeforeItIsWhole() {
    PayloadAssembler intake = new PayloadAssembler(PIECE + 1);
    assertThat(intake.array()).hasSize(PIECE);
    intake.filled(PIECE);
    assertThat(intake.isWhole()).isFalse();
    assertThatThrownBy(intake::payload).hasMessageContaining("whole");
    assertThatThrownBy(() -> intake.filled(2)).hasMessageContaining("fit the array");
  }

  @Test
  void checksumsAreJoinedForAnyLengths() {
    byte[] bytes = bytes(70_000);
    for (int second : new int[] {0, 1, 7, 4096, 65_535}) {
      int cut = bytes.length - second;
      int first = crc(bytes, 0, cut);
      int rest = crc(bytes, cut, second);
      assertThat(ChecksumJoin.join(first, rest, second)).isEqualTo(crc(bytes, 0, bytes.length));
      assertThat(new ChecksumJoin(second).join(first, rest)).isEqualTo(crc(bytes, 0, bytes.length));
    }
  }

  private Payload intake(byte[] bytes, int most) {
    PayloadAssembler intake = new PayloadAssembler(bytes.length);
    for (int at = 0; !intake.isWhole(); ) {
      int length = Math.min(intake.room(), most);
      System.arraycopy(bytes, at, intake.array(), intake.position(), length);
      intake.filled(length);
      at += length;
    }
    return intake.payload();
  }

  private static byte[] joined(Payload payload) {
    ByteBuffer all = ByteBuffer.allocate(payload.size());
    payload.asByteBuffers().forEach(all::put);
    return all.array();
  }

  private static int[] sums(byte[] bytes) {
    return IntStream.range(0, (bytes.length + BLOCK - 1) / BLOCK)
        .map(i -> crc(bytes, i * BLOCK, Math.min(BLOCK, bytes.length - i * BLOCK)))
        .toArray();
  }

  private static int crc(byte[] bytes, int from, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, length);
    return (int) crc.getValue();
  }

  private byte[] bytes(int size) {
    byte[] bytes = new byte[size];
    random.nextBytes(bytes);
    return bytes;
  }
}
