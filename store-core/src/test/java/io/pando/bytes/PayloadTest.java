package io.pando.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.random.Random64;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class PayloadTest {
  @Test
  void wrapsWithoutCopying() {
    byte[] array = {1, 2, 3, 4, 5};
    Payload payload = Payload.wrap(ByteBuffer.wrap(array, 1, 3));
    array[2] = 9;
    assertThat(payload.toByteArray()).containsExactly(2, 9, 4);
    assertThat(payload.slice(1, 2).toByteArray()).containsExactly(9, 4);
  }

  @Test
  void copiesWhenAsked() {
    byte[] array = {1, 2, 3};
    Payload payload = Payload.copyOf(ByteBuffer.wrap(array));
    array[0] = 9;
    assertThat(payload.toByteArray()).containsExactly(1, 2, 3);
  }

  @Test
  void viewsDoNotMoveEachOther() {
    Payload payload = Payload.utf8("grüße");
    ByteBuffer view = payload.asByteBuffer();
    view.position(view.limit());
    assertThat(payload.toUtf8()).isEqualTo("grüße");
    assertThat(payload.asByteBuffer().remaining()).isEqualTo(7);
  }

  @Test
  void equalsByContentAcrossKindsOfMemory() {
    ByteBuffer direct = ByteBuffer.allocateDirect(3).put(new byte[] {7, 8, 9}).flip();
    assertThat(Payload.wrap(direct)).isEqualTo(Payload.wrap(new byte[] {7, 8, 9}));
    assertThat(Payload.wrap(direct)).hasSameHashCodeAs(Payload.wrap(new byte[] {7, 8, 9}));
    assertThat(Payload.wrap(direct).crc32c())
        .isEqualTo(Payload.wrap(new byte[] {7, 8, 9}).crc32c());
    assertThat(Payload.wrap(new byte[0])).isEqualTo(Payload.EMPTY);
  }

  /** A payload as it comes from a socket. */
  private static Payload received(byte[] bytes) {
    PayloadAssembler all = new PayloadAssembler(bytes.length);
    while (!all.isWhole()) {
      int count = Math.min(all.room(), 1000);
      System.arraycopy(bytes, all.filledBytes(), all.array(), all.position(), count);
      all.filled(count);
    }
    return all.payload();
  }

  /** Parts of any sizes, of payloads in one piece or in many, at any offsets. */
  @Test
  void joinedPartsAreOnePayload() {
    Random64 random = new Random64(11);
    byte[] bytes = new byte[5 * PayloadAssembler.PIECE_BYTES / 2];
    random.nextBytes(bytes);
    Payload received = received(bytes);
    Payload plain = Payload.wrap(bytes);
    for (int run = 0; run < 400; run++) {
      int step = random.nextInt(2) == 0 ? Payload.BLOCK_BYTES : 1 + random.nextInt(9_000);
      int size = step * (1 + random.nextInt(12));
      int count = 1 + random.nextInt(9);
      int last = random.nextInt(2) == 0 ? size : 1 + random.nextInt(size);
      List<Payload> parts = new ArrayList<>();
      ByteArrayOutputStream wanted = new ByteArrayOutputStream();
      for (int i = 0; i < count; i++) {
        int length = i == count - 1 ? last : size;
        int at = random.nextInt((bytes.length - length) / step + 1) * step;
        parts.add((random.nextInt(2) == 0 ? received : plain).slice(at, length));
        wanted.write(bytes, at, length);
      }
      check(Payload.join(parts), wanted.toByteArray(), random);
    }
  }

  private static void check(Payload joined, byte[] wanted, Random64 random) {
    Payload same = Payload.wrap(wanted);
    assertThat(joined.toByteArray()).isEqualTo(wanted);
    assertThat(joined.crc32c()).isEqualTo(same.crc32c());
    assertThat(joined.blockChecksums()).isEqualTo(same.blockChecksums());
    int from = random.nextInt(wanted.length);
    int length = random.nextInt(wanted.length - from + 1);
    Payload part = joined.slice(from, length);
    assertThat(part).isEqualTo(same.slice(from, length));
    assertThat(part.crc32c()).isEqualTo(same.slice(from, length).crc32c());
    assertThat(part.blockChecksums()).isEqualTo(same.slice(from, length).blockChecksums());
    assertThat(part.compact()).isEqualTo(part);
    checkArray(joined, from, Math.min(length, Payload.BLOCK_BYTES), wanted);
  }

  /** Bytes in an array are those of the payload, and only those of several pieces lie in none. */
  private static void checkArray(Payload joined, int from, int length, byte[] wanted) {
    List<byte[]> found = new ArrayList<>();
    boolean lies =
        joined.inArray(
            from, length, (array, at) -> found.add(Arrays.copyOfRange(array, at, at + length)));
    assertThat(found).hasSize(lies ? 1 : 0);
    if (lies) {
      assertThat(found.getFirst()).isEqualTo(Arrays.copyOfRange(wanted, from, from + length));
    } else if (length > 0) {
      assertThat(joined.slice(from, length).asByteBuffers()).hasSizeGreaterThan(1);
    }
  }

  @Test
  void bytesOutsideTheHeapLieInNoArray() {
    Payload outside = Payload.wrap(ByteBuffer.allocateDirect(10));
    assertThat(outside.inArray(2, 3, (_, _) -> {})).isFalse();
    assertThatThrownBy(() -> outside.inArray(8, 3, (_, _) -> {}))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void joinedPartsShareTheMemory() {
    byte[] first = new byte[Payload.BLOCK_BYTES];
    byte[] second = new byte[10];
    Payload joined = Payload.join(List.of(Payload.wrap(first), Payload.wrap(second)));
    first[3] = 1;
    second[9] = 2;
    assertThat(joined.slice(3, 1).toByteArray()).containsExactly(1);
    assertThat(joined.slice(joined.size() - 1, 1).toByteArray()).containsExactly(2);
    assertThat(Payload.join(List.of())).isEqualTo(Payload.EMPTY);
  }

  @Test
  void smallPartsOfLargePayloadsAreCopiedWhenAsked() {
    Payload received = received(new byte[PayloadAssembler.PIECE_BYTES * 2]);
    Payload part = received.slice(10, 20);
    assertThat(part.compact()).isNotSameAs(part).isEqualTo(part);
    assertThat(received.compact()).isSameAs(received);
  }
}
