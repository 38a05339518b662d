package io.pando.bytes;

import io.pando.check.Invariant;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Immutable bytes handed from the socket to the store without being copied. It wraps a buffer, on
 * the heap or native; whoever made it from a buffer promises not to change that buffer again. One
 * that came from a socket and is large is in several. Its memory goes back by garbage collection,
 * so there is nothing to release. Safe for use by any thread. Equality is by content.
 */
public final class Payload {
  /** Bytes of a block that has a checksum of its own. */
  public static final int BLOCK_BYTES = 4096;

  /** No bytes. */
  public static final Payload EMPTY = new Payload(ByteBuffer.allocate(0));

  /**
   * All the bytes; null if they are in several pieces. Not read-only if it was not: the checksum of
   * a read-only array is taken from a copy.
   */
  private final @Nullable ByteBuffer buffer;

  /** What it is a part of, from {@link #start} on; null if nothing is known but the bytes. */
  private final @Nullable Pieces pieces;

  private final int start;
  private final int size;

  /** 0 as long as nobody asked; threads that ask at the same time find the same. */
  private int crc32c;

  private Payload(ByteBuffer buffer) {
    this.buffer = buffer;
    this.pieces = null;
    this.start = 0;
    this.size = buffer.limit();
  }

  private Payload(Pieces pieces, int start, int size) {
    this.buffer = Pieces.isWithinOne(start, size) ? pieces.range(start, size).getFirst() : null;
    this.pieces = pieces;
    this.start = start;
    this.size = size;
  }

  /** An array's bytes with their checksum. */
  static Payload of(byte[] array, int crc32c) {
    if (array.length == 0) {
      return EMPTY;
    }
    Payload payload = new Payload(ByteBuffer.wrap(array));
    payload.crc32c = crc32c;
    return payload;
  }

  /** All that was taken in, with its checksum. */
  static Payload of(Pieces pieces, int size, int crc32c) {
    Payload payload = new Payload(pieces, 0, size);
    payload.crc32c = crc32c;
    return payload;
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
    return size;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  /** A part of it, sharing the memory. */
  public Payload slice(int offset, int length) {
    Objects.checkFromIndexSize(offset, length, size);
    if (length == 0) {
      return EMPTY;
    }
    if (length == size) {
      return this;
    }
    if (pieces != null) {
      return new Payload(pieces, start + offset, length);
    }
    return new Payload(buffers().getFirst().slice(offset, length));
  }

  /**
   * A read-only view with a position of its own, from 0 to {@link #size()}; of a copy, if the bytes
   * are in several pieces.
   */
  public ByteBuffer asByteBuffer() {
    ByteBuffer whole = buffer == null ? ByteBuffer.wrap(toByteArray()) : buffer;
    return whole.asReadOnlyBuffer();
  }

  /** Read-only views of the bytes, one behind the other. */
  public List<ByteBuffer> asByteBuffers() {
    if (buffer != null) {
      return List.of(buffer.asReadOnlyBuffer());
    }
    List<ByteBuffer> views = buffers();
    views.replaceAll(ByteBuffer::asReadOnlyBuffer);
    return views;
  }

  /** Views with positions of their own, not read-only. */
  private List<ByteBuffer> buffers() {
    if (buffer != null) {
      return List.of(buffer.duplicate());
    }
    return Invariant.present(pieces, () -> "bytes are somewhere").range(start, size);
  }

  /** A copy as an array. */
  public byte[] toByteArray() {
    byte[] array = new byte[size];
    copyTo(array, 0);
    return array;
  }

  /** Copies all of it to an array, from {@code at} on. */
  public void copyTo(byte[] array, int at) {
    ByteBuffer rest = ByteBuffer.wrap(array, at, size);
    buffers().forEach(rest::put);
  }

  /** The bytes read as UTF-8. */
  public String toUtf8() {
    return StandardCharsets.UTF_8.decode(asByteBuffer()).toString();
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

  /**
   * CRC32C of each of its blocks of {@value #BLOCK_BYTES} bytes, the last of which may be shorter.
   */
  public int[] blockChecksums() {
    int[] checksums = new int[(size + BLOCK_BYTES - 1) / BLOCK_BYTES];
    int known = 0;
    Pieces whole = pieces;
    if (whole != null && start % BLOCK_BYTES == 0) {
      known = size / BLOCK_BYTES;
      whole.checksums(start, known, checksums);
    }
    for (int i = known; i < checksums.length; i++) {
      int at = i * BLOCK_BYTES;
      checksums[i] = slice(at, Math.min(BLOCK_BYTES, size - at)).crc32c();
    }
    return checksums;
  }

  /** Goes on with a checksum over the bytes. */
  public void addTo(CRC32C crc) {
    buffers().forEach(crc::update);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Payload that
        && size == that.size
        && asByteBuffer().equals(that.asByteBuffer());
  }

  @Override
  public int hashCode() {
    return asByteBuffer().hashCode();
  }

  /** Size and checksum, so that a trace stays readable and says when two payloads differ. */
  @Override
  public String toString() {
    return size() + "B#" + Integer.toHexString(crc32c());
  }
}
