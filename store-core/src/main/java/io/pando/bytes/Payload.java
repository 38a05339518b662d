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
 * the heap or native. The creator of that buffer promises not to change it again. A large payload
 * that came from a socket consists of several buffers. The garbage collector frees the memory, so
 * no release call is needed. Safe for use by any thread. Equality is by content.
 */
public final class Payload {
  /** Size in bytes of a block; each block can have its own checksum. */
  public static final int BLOCK_BYTES = 4096;

  /** The empty payload. */
  public static final Payload EMPTY = new Payload(ByteBuffer.allocate(0));

  /**
   * All the bytes; null if they are in several pieces. A writable buffer stays writable, because
   * the checksum of a read-only heap buffer is computed over a copy.
   */
  private final @Nullable ByteBuffer buffer;

  /** The pieces that this payload is a part of, from {@link #start} on; null if there are none. */
  private final @Nullable PayloadPieces pieces;

  private final int start;
  private final int size;

  /**
   * The checksum; 0 until it is first needed. Threads that compute it concurrently get the same
   * value.
   */
  private int crc32c;

  private Payload(ByteBuffer buffer) {
    this.buffer = buffer;
    this.pieces = null;
    this.start = 0;
    this.size = buffer.limit();
  }

  private Payload(PayloadPieces pieces, int start, int size) {
    this.buffer = pieces.isWithinOne(start, size) ? pieces.range(start, size).getFirst() : null;
    this.pieces = pieces;
    this.start = start;
    this.size = size;
  }

  /** The bytes of an array, with their known checksum. */
  static Payload of(byte[] array, int crc32c) {
    if (array.length == 0) {
      return EMPTY;
    }
    Payload payload = new Payload(ByteBuffer.wrap(array));
    payload.crc32c = crc32c;
    return payload;
  }

  /** The first {@code size} bytes of {@code pieces}, with their known checksum. */
  static Payload of(PayloadPieces pieces, int size, int crc32c) {
    Payload payload = new Payload(pieces, 0, size);
    payload.crc32c = crc32c;
    return payload;
  }

  /** Wraps {@code array}, which must not change afterwards. */
  public static Payload wrap(byte[] array) {
    return array.length == 0 ? EMPTY : new Payload(ByteBuffer.wrap(array));
  }

  /**
   * Wraps the bytes between position and limit, which must not change afterwards. The buffer's
   * position stays as it is.
   */
  public static Payload wrap(ByteBuffer bytes) {
    return bytes.hasRemaining() ? new Payload(bytes.slice()) : EMPTY;
  }

  /** Copies the bytes between position and limit, for buffers that their owner reuses. */
  public static Payload copyOf(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    return wrap(copy);
  }

  /** The UTF-8 bytes of a text. */
  public static Payload utf8(String text) {
    return wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * The bytes of some payloads, one after the other. They share the memory if each payload is in
   * one piece and all but the last have one size, a multiple of {@value #BLOCK_BYTES}; other bytes
   * are copied. Checksums of whole blocks that are known stay known, the others are computed.
   */
  public static Payload join(List<Payload> parts) {
    if (parts.size() == 1) {
      return parts.getFirst();
    }
    return PayloadJoin.hasEqualPieces(parts) ? PayloadJoin.share(parts) : PayloadJoin.copy(parts);
  }

  /** Number of bytes. */
  public int size() {
    return size;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  /** A part of the payload; it shares the memory. */
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
   * A copy of these bytes, if they are a part of pieces that are more than twice as large and that
   * this payload keeps in memory: for small parts that are kept for long.
   */
  public Payload compact() {
    PayloadPieces whole = pieces;
    return whole != null && whole.bytes() > 2L * size ? wrap(toByteArray()) : this;
  }

  /** A reader of bytes that lie in an array. */
  @FunctionalInterface
  public interface ArrayReader {
    /** Is given the bytes, which begin at an index of an array; it must not change them. */
    void read(byte[] array, int at);
  }

  /**
   * Gives a reader the array that has {@code length} bytes from {@code offset} on.
   *
   * @return false, with nothing given, if these bytes do not lie in one array
   */
  public boolean inArray(int offset, int length, ArrayReader reader) {
    Objects.checkFromIndexSize(offset, length, size);
    ByteBuffer whole = buffer;
    int at = offset;
    if (whole == null) {
      PayloadPieces all = Invariant.present(pieces, () -> "bytes are somewhere");
      if (length == 0 || !all.isWithinOne(start + offset, length)) {
        return false;
      }
      whole = all.range(start + offset, length).getFirst();
      at = 0;
    }
    if (!whole.hasArray()) {
      return false;
    }
    reader.read(whole.array(), whole.arrayOffset() + at);
    return true;
  }

  /** The bytes, if they are in one piece; otherwise a copy in one. */
  ByteBuffer inOnePiece() {
    return buffer == null ? ByteBuffer.wrap(toByteArray()) : buffer.duplicate();
  }

  /**
   * A read-only view from 0 to {@link #size()}, with its own position. If the bytes are in several
   * pieces, it is a view of a copy.
   */
  public ByteBuffer asByteBuffer() {
    ByteBuffer whole = buffer == null ? ByteBuffer.wrap(toByteArray()) : buffer;
    return whole.asReadOnlyBuffer();
  }

  /** Read-only views of the bytes, in order. */
  public List<ByteBuffer> asByteBuffers() {
    if (buffer != null) {
      return List.of(buffer.asReadOnlyBuffer());
    }
    List<ByteBuffer> views = buffers();
    views.replaceAll(ByteBuffer::asReadOnlyBuffer);
    return views;
  }

  /** Writable views of the bytes, in order, each with its own position. */
  private List<ByteBuffer> buffers() {
    if (buffer != null) {
      return List.of(buffer.duplicate());
    }
    return Invariant.present(pieces, () -> "bytes are somewhere").range(start, size);
  }

  /** A copy of the bytes as an array. */
  public byte[] toByteArray() {
    byte[] array = new byte[size];
    copyTo(array, 0);
    return array;
  }

  /** Copies all bytes to {@code array}, starting at index {@code at}. */
  public void copyTo(byte[] array, int at) {
    ByteBuffer rest = ByteBuffer.wrap(array, at, size);
    buffers().forEach(rest::put);
  }

  /** The bytes decoded as UTF-8. */
  public String toUtf8() {
    return StandardCharsets.UTF_8.decode(asByteBuffer()).toString();
  }

  /**
   * CRC32C of the bytes, as an unsigned 32-bit number in an int. It is computed once. A payload
   * that was received with its checksum and is passed on with it is protected end to end.
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

  /** CRC32C of each block of {@value #BLOCK_BYTES} bytes; the last block may be shorter. */
  public int[] blockChecksums() {
    int[] checksums = new int[(size + BLOCK_BYTES - 1) / BLOCK_BYTES];
    int known = 0;
    PayloadPieces whole = pieces;
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

  /** Updates {@code crc} with the bytes. */
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

  /** Size and checksum, so that a trace stays readable and shows whether two payloads differ. */
  @Override
  public String toString() {
    return size() + "B#" + Integer.toHexString(crc32c());
  }
}
