package io.pando.net;

import io.netty.buffer.ByteBuf;
import io.pando.bytes.Payload;
import io.pando.bytes.PayloadIntake;
import io.pando.format.FormatException;
import io.pando.wire.FrameCodec;
import io.pando.wire.FrameHeader;
import org.jspecify.annotations.Nullable;

/**
 * Puts frames together from what a socket gives. Nothing is gathered twice: as soon as the header
 * is known, there is an array of exactly the right size for each part, and bytes go there straight.
 */
final class FrameReader<T> {
  private static final byte[] NONE = new byte[0];

  private final FrameCodec<T> codec;
  private final byte[] head = new byte[FrameHeader.BYTES];
  private byte[] message = NONE;
  private @Nullable PayloadIntake data;
  private @Nullable FrameHeader header;
  private int filled;
  private long expected;

  FrameReader(FrameCodec<T> codec) {
    this.codec = codec;
  }

  /**
   * Takes bytes until a frame is whole.
   *
   * @return its record; null if all bytes were taken before
   * @throws FormatException if the bytes are no frame; the stream is of no use any more
   */
  @Nullable T next(ByteBuf in) {
    while (true) {
      FrameHeader known = header;
      if (known == null) {
        if (!fill(in, head, 0)) {
          return null;
        }
        begin(FrameHeader.parse(head));
      } else if (!fill(in, message, head.length) || !fillData(in)) {
        return null;
      } else {
        return finish(known);
      }
    }
  }

  private void begin(FrameHeader next) {
    if (next.sequence() != expected) {
      throw new FormatException(
          "frame: number %d where %d is expected".formatted(next.sequence(), expected));
    }
    expected++;
    header = next;
    message = next.messageBytes() == 0 ? NONE : new byte[next.messageBytes()];
    data = next.dataBytes() == 0 ? null : new PayloadIntake(next.dataBytes());
  }

  private T finish(FrameHeader whole) {
    PayloadIntake taken = data;
    Payload payload = taken == null ? Payload.EMPTY : taken.payload();
    T record = codec.decode(whole, message, payload);
    header = null;
    filled = 0;
    message = NONE;
    data = null;
    return record;
  }

  /** Fills the data segment; whether it is full. */
  private boolean fillData(ByteBuf in) {
    PayloadIntake wanted = data;
    while (wanted != null && !wanted.isWhole()) {
      int length = Math.min(wanted.room(), in.readableBytes());
      if (length == 0) {
        return false;
      }
      in.readBytes(wanted.array(), wanted.position(), length);
      wanted.filled(length);
    }
    return true;
  }

  /** Fills a part that begins at {@code start} of the frame; whether it is full. */
  private boolean fill(ByteBuf in, byte[] part, int start) {
    int at = filled - start;
    int length = Math.min(part.length - at, in.readableBytes());
    if (length > 0) {
      in.readBytes(part, at, length);
      filled += length;
    }
    return filled - start >= part.length;
  }
}
