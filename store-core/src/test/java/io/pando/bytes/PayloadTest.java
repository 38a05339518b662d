package io.pando.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
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
}
