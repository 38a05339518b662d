package io.pando.proto;

import io.pando.bytes.Payload;
import java.nio.IntBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the encoding of Protocol Buffers into a growing array. An inner message is written in
 * place behind one byte reserved for its length. It is moved only if the length needs more bytes.
 *
 * <p>With {@link #withSegments}, large payloads are not copied into the array. They are collected
 * by reference, and the message contains only their position in the data segment.
 */
public final class ProtoWriter {
  public static final int VARINT = 0;
  public static final int FIXED64 = 1;
  public static final int BYTES = 2;
  public static final int FIXED32 = 5;

  /** Maximum size in bytes of a payload that is written into the message itself. */
  public static final int INLINE_MAX = 1024;

  private final @Nullable List<Payload> segments;
  private byte[] buffer;
  private int size;
  private long segmentBytes;
  private long epoch;

  private ProtoWriter(int start, int room, @Nullable List<Payload> segments) {
    this.buffer = new byte[start + room];
    this.size = start;
    this.segments = segments;
  }

  /** A writer that writes everything into the array. */
  public static ProtoWriter inline(int start) {
    return new ProtoWriter(start, 128, null);
  }

  /** As {@link #inline(int)}, for a message of about {@code room} bytes. */
  public static ProtoWriter inline(int start, int room) {
    return new ProtoWriter(start, room, null);
  }

  /**
   * A writer that keeps large payloads out of the message.
   *
   * @param start bytes to leave free at the beginning of the array, for a frame's header
   */
  public static ProtoWriter withSegments(int start) {
    return new ProtoWriter(start, 256, new ArrayList<>(2));
  }

  /** The array; its first {@link #size()} bytes are valid. */
  public byte[] array() {
    return buffer;
  }

  /** Bytes written, including those left free at the beginning. */
  public int size() {
    return size;
  }

  /** Payloads that were kept out of the message, in order. */
  public List<Payload> segments() {
    return segments == null ? List.of() : segments;
  }

  /** Sum of the sizes of {@link #segments}. */
  public long segmentBytes() {
    return segmentBytes;
  }

  /** Epoch of the message, for the frame's header; 0 if the message has none. */
  public long epoch() {
    return epoch;
  }

  public void epoch(long value) {
    epoch = value;
  }

  public void tag(int number, int wireType) {
    varint((long) number << 3 | wireType);
  }

  public void varint(long value) {
    reserve(10);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      buffer[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    buffer[size++] = (byte) rest;
  }

  public void fixed32(int value) {
    reserve(4);
    for (int shift = 0; shift < 32; shift += 8) {
      buffer[size++] = (byte) (value >>> shift);
    }
  }

  public void fixed64(long value) {
    reserve(8);
    for (int shift = 0; shift < 64; shift += 8) {
      buffer[size++] = (byte) (value >>> shift);
    }
  }

  /** Writes all ints from the position on. */
  public void fixed32s(IntBuffer values) {
    varint((long) values.remaining() * Integer.BYTES);
    for (int i = values.position(); i < values.limit(); i++) {
      fixed32(values.get(i));
    }
  }

  public void text(String value) {
    bytes(value.getBytes(StandardCharsets.UTF_8));
  }

  public void bytes(byte[] value) {
    varint(value.length);
    reserve(value.length);
    System.arraycopy(value, 0, buffer, size, value.length);
    size += value.length;
  }

  /** Whether a payload of the given size is written into the message itself. */
  public boolean takesInline(int sizeBytes) {
    return segments == null || sizeBytes <= INLINE_MAX;
  }

  public void bytes(Payload value) {
    varint(value.size());
    reserve(value.size());
    value.copyTo(buffer, size);
    size += value.size();
  }

  /** Adds a payload to the data segment and returns its offset there. */
  public long leaveOut(Payload value) {
    if (segments == null) {
      throw new IllegalStateException("this writer leaves nothing out");
    }
    long offset = segmentBytes;
    segments.add(value);
    segmentBytes += value.size();
    return offset;
  }

  /** Begins an inner message; pass the result to {@link #close} to end it. */
  public int open() {
    reserve(1);
    return ++size;
  }

  public void close(int mark) {
    int length = size - mark;
    int extra = varintSize(length) - 1;
    if (extra > 0) {
      reserve(extra);
      System.arraycopy(buffer, mark, buffer, mark + extra, length);
    }
    size = mark - 1;
    varint(length);
    size += length;
  }

  private static int varintSize(int value) {
    return Math.max(1, (38 - Integer.numberOfLeadingZeros(value)) / 7);
  }

  private void reserve(int more) {
    if (buffer.length - size < more) {
      buffer = Arrays.copyOf(buffer, Math.max(Math.addExact(size, more), grown(buffer.length)));
    }
  }

  private static int grown(int length) {
    return length > Integer.MAX_VALUE / 2 ? Integer.MAX_VALUE - 8 : length * 2;
  }
}
