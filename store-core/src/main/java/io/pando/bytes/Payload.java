package io.pando.bytes;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * Immutable bytes handed from the socket to the store without being copied. It wraps a buffer, on
 * the heap or native; whoever made it from a buffer promises not to change that buffer again. Its
 * memory goes back by garbage collection, so there is nothing to release. Safe for use by any
 * thread. Equality is by content.
 */
public final class Payload {
  /** No bytes. */
  public static final Payload EMPTY = new Payload(ByteBuffer.allocate(0));

  /** Not read-only if it was not: the checksum of a read-only array is taken from a copy. */
  private final ByteBuffer buffer;

  /** 0 as long as nobody asked; threads that ask at the same time find the same. */
  private int crc32c;

  private Payload(ByteBuffer buffer) {
    this.buffer = buffer;
  }

  /** The bytes of {@code array}, which must not change any more. */
  public static Payload wrap(byte[] array) {
    return array.length == 0 ? EMPTY : new Payload(ByteBuffer.wrap(array));
  }

  /**
   * The bytes between position and limit, which must not change any more; the buffer's position is
   * left alone.
   */
  public static Payload wrap(ByteBuffer bytes) {
    return bytes.hasRemaining() ? new Payload(bytes.slice()) : EMPTY;
  }

  /**
   * A copy of the bytes between position and limit: for buffers that their owner will use again.
   */
  public static Payload copyOf(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    return wrap(copy);
  }

  /** The UTF-8 bytes of a text. */
  public static Payload utf8(String text) {
    return wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Number of bytes. */
  public int size() {
    return buffer.limit();
  }

  public boolean isEmpty() {
    return buffer.limit() == 0;
  }

  /** A part of it, sharing the memory. */
  public Payload slice(int offset, int length) {
    if (length == 0) {
      return EMPTY;
    }
    return offset == 0 && length == size() ? this : new Payload(buffer.slice(offset, length));
  }

  /** A read-only view with a position of its own, from 0 to {@link #size()}. */
  public ByteBuffer asByteBuffer() {
    return buffer.asReadOnlyBuffer();
  }

  /** A copy as an array. */
  public byte[] toByteArray() {
    byte[] array = new byte[size()];
    buffer.get(0, array);
    return array;
  }

  /** The bytes read as UTF-8. */
  public String toUtf8() {
    return StandardCharsets.UTF_8.decode(buffer.duplicate()).toString();
  }

  /**
   * CRC32C of the bytes, as an unsigned 32-bit number in an int. Worked out once: what comes with
   * its checksum and goes on with it is protected all the way.
   */
  public int crc32c() {
    int known = crc32c;
    if (known == 0) {
      CRC32C crc = new CRC32C();
      addTo(crc);
      known = (int) crc.getValue();
      crc32c = known;
    }
    return known;
  }

  /** Goes on with a checksum over the bytes. */
  public void addTo(CRC32C crc) {
    crc.update(buffer.duplicate());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Payload that && buffer.equals(that.buffer);
  }

  @Override
  public int hashCode() {
    return buffer.hashCode();
  }

  /** Size and checksum, so that a trace stays readable and says when two payloads differ. */
  @Override
  public String toString() {
    return size() + "B#" + Integer.toHexString(crc32c());
  }
}
