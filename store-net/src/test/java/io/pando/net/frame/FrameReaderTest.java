package io.pando.net.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.pando.message.Message;
import io.pando.net.Messages;
import io.pando.net.RawCaller;
import io.pando.wire.FrameCodec;
import io.pando.wire.FrameHeader;
import org.junit.jupiter.api.Test;

class FrameReaderTest {
  private static final int DATA_BYTES = 3 << 20;

  private final FrameReader<Message> reader = new FrameReader<>(FrameCodec.MESSAGES);

  @Test
  void aHeaderTakesNoMemoryForWhatItAnnounces() {
    assertThat(reader.next(Unpooled.wrappedBuffer(RawCaller.announcement()))).isNull();
    assertThat(reader.isInside()).isTrue();
    assertThat(reader.heldBytes()).isZero();
  }

  @Test
  void memoryGrowsWithTheMessageThatArrives() {
    reader.next(Unpooled.wrappedBuffer(RawCaller.announcement()));
    for (int arrived = 1_000; arrived < FrameHeader.MAX_MESSAGE_BYTES / 2; arrived += 1_000) {
      assertThat(reader.next(Unpooled.wrappedBuffer(new byte[1_000]))).isNull();
      assertThat(reader.heldBytes())
          .isLessThanOrEqualTo(Math.max(FrameReader.FIRST_BYTES, 2L * arrived + 2_000));
    }
  }

  @Test
  void memoryGrowsWithTheDataThatArrivesAndIsGivenUpAtTheEnd() {
    byte[] frame = RawCaller.frame(5, DATA_BYTES);
    ByteBuf bytes = Unpooled.wrappedBuffer(frame);
    while (bytes.readableBytes() > 7_777) {
      assertThat(reader.next(bytes.readSlice(7_777))).isNull();
      assertThat(reader.heldBytes())
          .isLessThanOrEqualTo(reader.arrivedBytes() + FrameReader.FIRST_BYTES + (128 << 10));
    }
    Message whole = reader.next(bytes);
    assertThat(whole).isEqualTo(Messages.large(5, Messages.bytes(DATA_BYTES, 5)));
    assertThat(reader.isInside()).isFalse();
    assertThat(reader.heldBytes()).isZero();
  }
}
