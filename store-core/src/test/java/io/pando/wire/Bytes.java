package io.pando.wire;

import io.pando.bytes.Payload;
import io.pando.proto.FormatException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Encoded frames, as on a stream. */
final class Bytes {
  private Bytes() {}

  static byte[] of(Frame frame) {
    ByteBuffer all = ByteBuffer.allocate(frame.sizeBytes());
    all.put(frame.head().duplicate());
    frame.data().forEach(part -> all.put(part.asByteBuffer()));
    return all.array();
  }

  /** Reads a frame as a receiver does; throws a format exception if it is cut off. */
  static <T> T read(FrameCodec<T> codec, byte[] bytes) {
    if (bytes.length < FrameHeader.BYTES) {
      throw new FormatException("cut off");
    }
    FrameHeader header = FrameHeader.parse(bytes);
    int dataAt = FrameHeader.BYTES + header.messageBytes();
    int end = dataAt + header.dataBytes();
    if (bytes.length < end) {
      throw new FormatException("cut off");
    }
    return codec.decode(
        header,
        Arrays.copyOfRange(bytes, FrameHeader.BYTES, dataAt),
        Payload.wrap(Arrays.copyOfRange(bytes, dataAt, end)));
  }
}
