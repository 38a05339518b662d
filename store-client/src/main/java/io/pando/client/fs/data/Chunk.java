package io.pando.client.fs.data;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** Bytes of a file in one piece and in one state. Changes only through {@link ChunkMap}. */
final class Chunk {
  private static final int OWN_BYTES = 128;

  /** Order of age, then of creation. */
  static final Comparator<Chunk> BY_AGE =
      Comparator.comparingLong((Chunk chunk) -> chunk.sequence).thenComparingLong(it -> it.number);

  /** What the object store knows of the bytes. */
  enum State {
    /** It has them. */
    CLEAN,
    /** They must be written. */
    DIRTY,
    /** They are being written. */
    SENT
  }

  final FileContent file;
  final long offset;
  final long length;

  /** The bytes; null for zeros. */
  final @Nullable Payload bytes;

  final Origin origin;
  final long number;
  State state;

  /** Of a dirty or sent chunk: the order of writes. Of a clean one: the order of uses. */
  long sequence;

  /** Number of the call that writes the bytes, if they are sent. */
  long call;

  /**
   * Where the bytes are from.
   *
   * @param sinceNanos when they were written
   * @param through whether their writer waits until they are durable
   */
  record Origin(long sinceNanos, boolean through) {}

  Chunk(
      FileContent file,
      ByteRange range,
      @Nullable Payload bytes,
      Origin origin,
      State state,
      long number) {
    this.file = file;
    this.offset = range.offset();
    this.length = range.length();
    this.bytes = bytes;
    this.origin = origin;
    this.state = state;
    this.number = number;
  }

  long end() {
    return offset + length;
  }

  ByteRange range() {
    return new ByteRange(offset, length);
  }

  /** Bytes in memory, with what a chunk takes beside its bytes. */
  long heldBytes() {
    return OWN_BYTES + (bytes == null ? 0 : length);
  }

  boolean isUnwritten() {
    return state != State.CLEAN;
  }

  /** The part of the bytes in a range that lies within the chunk; null for zeros. */
  @Nullable Payload bytesOf(ByteRange part) {
    return bytes == null ? null : bytes.slice((int) (part.offset() - offset), (int) part.length());
  }
}
