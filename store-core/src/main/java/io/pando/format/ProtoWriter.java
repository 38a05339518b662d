package io.pando.format;

import io.pando.bytes.Payload;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the encoding of Protocol Buffers into a growing array. An inner message is written in
 * place behind one byte kept for its length, and moved only if the length turns out to need more.
 *
 * <p>With {@link #withSegments}, large payloads do not go into the array: they are collected, by
 * reference, and only where they stand in the data segment is written.
 */
public final class ProtoWriter {
  static final int VARINT = 0;
  static final int FIXED64 = 1;
  static final int BYTES = 2;
  static final int FIXED32 = 5;

  /** Payloads up to this size, in bytes, stand in the message itself. */
  static final int INLINE_MAX = 1024;

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

  /** One that writes everything into the array. */
  public static ProtoWriter inline(int start) {
    return new ProtoWriter(start, 128, null);
  }

  /** The same, for a message of about so many bytes. */
  static ProtoWriter inline(int start, int room) {
    return new ProtoWriter(start, room, null);
  }

  /**
   * One that leaves large payloads out.
   *
   * @param start bytes to leave free at the beginning of the array, for a frame's header
   */
  public static ProtoWriter withSegments(int start) {
    return new ProtoWriter(start, 256, new ArrayList<>(2));
  }

  /** The array, of which the first {@link #size()} bytes count. */
  public byte[] array() {
    return buffer;
  }

  /** Bytes written, with those left free at the beginning. */
  public int size() {
    return size;
  }

  /** Payloads that were left out, in order. */
  public List<Payload> segments() {
    return segments == null ? List.of() : segments;
  }

  /** Their sizes, summed. */
  public long segmentBytes() {
    return segmentBytes;
  }

  /** Epoch that the message leaves to the frame's header; 0 if it has none. */
  public long epoch() {
    return epoch;
  }

  void epoch(long value) {
    epoch = value;
  }

  void tag(int number, int wireType) {
    varint((long) number << 3 | wireType);
  }

  void varint(long value) {
    reserve(10);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      buffer[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    buffer[size++] = (byte) rest;
  }

  void fixed32(int value) {
    reserve(4);
    for (int shift = 0; shift < 32; shift += 8) {
      buffer[size++] = (byte) (value >>> shift);
    }
  }

  void fixed64(long value) {
    reserve(8);
    for (int shift = 0; shift < 64; shift += 8) {
      buffer[size++] = (byte) (value >>> shift);
    }
  }

  void text(String value) {
    bytes(value.getBytes(StandardCharsets.UTF_8));
  }

  void bytes(byte[] value) {
    varint(value.length);
    reserve(value.length);
    System.arraycopy(value, 0, buffer, size, value.length);
    size += value.length;
  }

  /** Whether a payload of that size is to stand in the message itself. */
  boolean takesInline(int sizeBytes) {
    return segments == null || sizeBytes <= INLINE_MAX;
  }

  void bytes(Payload value) {
    varint(value.size());
    reserve(value.size());
    value.copyTo(buffer, size);
    size += value.size();
  }

  /** Leaves a payload out; its offset in the data segment. */
  long leaveOut(Payload value) {
    if (segments == null) {
      throw new IllegalStateException("this writer leaves nothing out");
    }
    long offset = segmentBytes;
    segments.add(value);
    segmentBytes += value.size();
    return offset;
  }

  /** Begins an inner message; {@link #close} with what it returns ends it. */
  int open() {
    reserve(1);
    return ++size;
  }

  void close(int mark) {
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
