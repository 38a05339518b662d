package io.pando.net.frame;

import io.netty.buffer.ByteBuf;
import io.pando.bytes.Payload;
import io.pando.bytes.PayloadAssembler;
import io.pando.proto.FormatException;
import io.pando.wire.FrameCodec;
import io.pando.wire.FrameHeader;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Assembles frames from the bytes of a socket. Bytes are copied directly to their destination: the
 * data segment into pieces, the message part into one array. Memory is allocated as bytes arrive,
 * since any peer can announce a large frame: if a message part does not arrive at once, its array
 * doubles whenever it is full.
 */
public final class FrameReader<T> {
  /** Size of the first array of a message part that has mostly not arrived. */
  public static final int FIRST_BYTES = 4 << 10;

  private static final byte[] NONE = new byte[0];

  private final FrameCodec<T> codec;
  private final long maxFrameBytes;
  private final byte[] head = new byte[FrameHeader.BYTES];
  private byte[] message = NONE;
  private @Nullable PayloadAssembler data;
  private @Nullable FrameHeader header;
  private int filled;
  private long expected;

  public FrameReader(FrameCodec<T> codec) {
    this(codec, Long.MAX_VALUE);
  }

  /** Creates a reader of frames up to a size, which is smaller than the limit of the header. */
  public FrameReader(FrameCodec<T> codec, long maxFrameBytes) {
    this.codec = codec;
    this.maxFrameBytes = maxFrameBytes;
  }

  /** Whether a frame has begun and is incomplete. */
  public boolean isInside() {
    return filled > 0;
  }

  /** Number of the incomplete frame, or of the next one. */
  long number() {
    return header == null ? expected : expected - 1;
  }

  /** Bytes of the incomplete frame that have arrived. */
  public long arrivedBytes() {
    PayloadAssembler taken = data;
    return filled + (taken == null ? 0L : taken.filledBytes());
  }

  /** Bytes of memory that the incomplete frame holds. */
  public long heldBytes() {
    PayloadAssembler taken = data;
    return message.length + (taken == null ? 0L : taken.heldBytes());
  }

  /**
   * Takes bytes until a frame is complete.
   *
   * @return record of the frame; null if all bytes were taken before a frame was complete
   * @throws FormatException if the bytes are not a valid frame; the stream cannot be used any more
   */
  public @Nullable T next(ByteBuf in) {
    while (true) {
      FrameHeader known = header;
      if (known == null) {
        if (!fillHead(in)) {
          return null;
        }
        begin(FrameHeader.parse(head));
      } else if (!fillMessage(in, known.messageBytes()) || !fillData(in)) {
        return null;
      } else {
        return finish(known);
      }
    }
  }

  private void begin(FrameHeader next) {
    if (next.sequence() != expected) {
      throw new FormatException(
          "frame: expected number %d, found %d".formatted(expected, next.sequence()));
    }
    long frameBytes = (long) FrameHeader.BYTES + next.messageBytes() + next.dataBytes();
    if (frameBytes > maxFrameBytes) {
      throw new FormatException(
          "frame: %d bytes; at most %d are allowed here".formatted(frameBytes, maxFrameBytes));
    }
    expected++;
    header = next;
    message = NONE;
    data = next.dataBytes() == 0 ? null : new PayloadAssembler(next.dataBytes());
  }

  private T finish(FrameHeader whole) {
    PayloadAssembler taken = data;
    Payload payload = taken == null ? Payload.EMPTY : taken.payload();
    T record = codec.decode(whole, message, payload);
    header = null;
    filled = 0;
    message = NONE;
    data = null;
    return record;
  }

  /** Fills the data segment; returns whether it is full. */
  private boolean fillData(ByteBuf in) {
    PayloadAssembler wanted = data;
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

  private boolean fillHead(ByteBuf in) {
    int length = Math.min(head.length - filled, in.readableBytes());
    in.readBytes(head, filled, length);
    filled += length;
    return filled == head.length;
  }

  /** Fills the message part; returns whether it is full. */
  private boolean fillMessage(ByteBuf in, int messageBytes) {
    while (filled - head.length < messageBytes) {
      int at = filled - head.length;
      int ready = in.readableBytes();
      if (ready == 0) {
        return false;
      }
      if (at == message.length) {
        int more = Math.max(FIRST_BYTES, Math.max(at, ready));
        message = Arrays.copyOf(message, (int) Math.min(messageBytes, (long) at + more));
      }
      int length = Math.min(message.length - at, ready);
      in.readBytes(message, at, length);
      filled += length;
    }
    return true;
  }
}
