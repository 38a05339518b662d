package io.pando.proto;

import io.pando.bytes.Payload;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Reads the encoding of Protocol Buffers from an array, and payloads outside the message from a
 * data segment. For any input, a read ends with a value or a {@link FormatException}.
 */
public final class ProtoReader {
  private final byte[] array;
  private final Payload data;
  private final long epoch;
  private int position;
  private int limit;

  /**
   * Reads a part of an array.
   *
   * @param data the data segment that was received with the message
   * @param epoch epoch in the frame's header
   */
  public ProtoReader(byte[] array, int from, int to, Payload data, long epoch) {
    this.array = array;
    this.position = from;
    this.limit = to;
    this.data = data;
    this.epoch = epoch;
  }

  /** Reads a stand-alone array, without data segment and epoch. */
  public static ProtoReader of(byte[] array, int from) {
    return new ProtoReader(array, from, array.length, Payload.EMPTY, 0);
  }

  public long epoch() {
    return epoch;
  }

  public boolean hasMore() {
    return position < limit;
  }

  /** Begins an inner message; pass the result to {@link #leave} to end it. */
  public int enter() {
    int length = length();
    int outer = limit;
    limit = position + length;
    return outer;
  }

  public void leave(int outer) {
    position = limit;
    limit = outer;
  }

  /** Number and wire type of the next field: {@code number << 3 | type}. */
  public int tag() {
    long tag = varint();
    if (tag >>> 3 == 0 || tag >>> 32 != 0) {
      throw damaged("not a field's tag: " + tag);
    }
    return (int) tag;
  }

  public long varint() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      byte next = next();
      value |= (long) (next & 0x7F) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw damaged("a number of more than 10 bytes");
  }

  public int varint32() {
    long value = varint();
    if (value >>> 32 != 0) {
      throw damaged("a number of more than 32 bits: " + Long.toUnsignedString(value));
    }
    return (int) value;
  }

  public int fixed32() {
    need(4);
    int value = 0;
    for (int shift = 0; shift < 32; shift += 8) {
      value |= (array[position++] & 0xFF) << shift;
    }
    return value;
  }

  public long fixed64() {
    return (fixed32() & 0xFFFFFFFFL) | (long) fixed32() << 32;
  }

  public IntBuffer fixed32s() {
    int length = length();
    if (length % Integer.BYTES != 0) {
      throw damaged(length + " bytes of numbers that take 4 each");
    }
    int[] values = new int[length / Integer.BYTES];
    for (int i = 0; i < values.length; i++) {
      values[i] = fixed32();
    }
    return IntBuffer.wrap(values);
  }

  public String text() {
    int length = length();
    int from = position;
    position += length;
    if (isAscii(from, position)) {
      return new String(array, from, length, StandardCharsets.ISO_8859_1);
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(array, from, length))
          .toString();
    } catch (CharacterCodingException e) {
      throw damaged("a text that is not UTF-8 (" + e.getMessage() + ")");
    }
  }

  public byte[] bytes() {
    int length = length();
    byte[] bytes = new byte[length];
    System.arraycopy(array, position, bytes, 0, length);
    position += length;
    return bytes;
  }

  /** A part of the data segment. */
  public Payload segment(long offset, long length) {
    if (offset < 0 || length < 0 || offset > data.size() || length > data.size() - offset) {
      throw damaged(
          "bytes %s to %s of a data segment of %d"
              .formatted(
                  Long.toUnsignedString(offset),
                  Long.toUnsignedString(offset + length),
                  data.size()));
    }
    return data.slice((int) offset, (int) length);
  }

  /** Skips a field that this release does not know. */
  public void skip(int wireType) {
    switch (wireType) {
      case ProtoWriter.VARINT -> varint();
      case ProtoWriter.FIXED64 -> fixed64();
      case ProtoWriter.BYTES -> leave(enter());
      case ProtoWriter.FIXED32 -> fixed32();
      default -> throw damaged("a field of unknown wire type " + wireType);
    }
  }

  public FormatException damaged(String what) {
    return new FormatException(what + ", at byte " + position + " of " + array.length);
  }

  private int length() {
    long length = varint();
    if (length < 0 || length > limit - position) {
      throw damaged(
          "%s bytes announced where %d are left"
              .formatted(Long.toUnsignedString(length), limit - position));
    }
    return (int) length;
  }

  private byte next() {
    need(1);
    return array[position++];
  }

  private void need(int bytes) {
    if (limit - position < bytes) {
      throw damaged("it ends in the middle of a number");
    }
  }

  private boolean isAscii(int from, int to) {
    byte seen = 0;
    for (int i = from; i < to; i++) {
      seen |= array[i];
    }
    return seen >= 0;
  }
}
