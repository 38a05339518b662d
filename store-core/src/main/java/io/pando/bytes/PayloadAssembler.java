package io.pando.bytes;

import static io.pando.bytes.Payload.BLOCK_BYTES;

import io.pando.check.Invariant;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Assembles a payload of known size from bytes as they arrive. For large payloads the cost is
 * memory traffic, so each byte passes through memory once. It goes into pieces that are small
 * enough to stay in the processor's cache from the JVM's zeroing of a fresh array to the
 * computation of the checksums. The checksums of each block and of the whole payload are computed
 * here, so later users need not read the bytes again.
 *
 * <p>Memory is allocated as bytes arrive, never for a size that is only announced.
 */
public final class PayloadAssembler {
  /**
   * Size in bytes of a piece: a multiple of the block size, and far below the size from which
   * garbage collectors treat an array as a large object.
   */
  public static final int PIECE_BYTES = 128 << 10;

  private static final int FIRST_PIECES = 4;

  static final ChecksumJoin WHOLE_BLOCK = new ChecksumJoin(BLOCK_BYTES);

  private final int size;
  private ByteBuffer[] pieces;
  private int[] checksums;
  private final CRC32C block = new CRC32C();
  private byte[] piece = new byte[0];
  private int filled;
  private int joined;

  /** An intake for {@code size} bytes. */
  public PayloadAssembler(int size) {
    this.size = size;
    this.pieces = new ByteBuffer[Math.min(FIRST_PIECES, pieceCount())];
    this.checksums = new int[checksumCount()];
  }

  /** Whether all bytes have arrived. */
  public boolean isWhole() {
    return filled == size;
  }

  /** Number of bytes that have arrived. */
  public int filledBytes() {
    return filled;
  }

  /**
   * Approximate memory in use, in bytes: at most one piece more than the bytes that have arrived.
   */
  public int heldBytes() {
    return Math.min(size, (filled + PIECE_BYTES - 1) / PIECE_BYTES * PIECE_BYTES);
  }

  /** The array for the next bytes, which go to {@link #position} and behind it. */
  public byte[] array() {
    int number = filled / PIECE_BYTES;
    if (filled % PIECE_BYTES == 0) {
      if (number == pieces.length) {
        pieces = Arrays.copyOf(pieces, Math.min(2 * number, pieceCount()));
        checksums = Arrays.copyOf(checksums, checksumCount());
      }
      if (pieces[number] == null) {
        piece = new byte[Math.min(PIECE_BYTES, size - filled)];
        pieces[number] = ByteBuffer.wrap(piece);
      }
    }
    return piece;
  }

  private int pieceCount() {
    return (size + PIECE_BYTES - 1) / PIECE_BYTES;
  }

  /** Number of checksums: whole blocks in all pieces for which {@code buffers} has room. */
  private int checksumCount() {
    return Math.min(size / BLOCK_BYTES, pieces.length * (PIECE_BYTES / BLOCK_BYTES));
  }

  /** Index in the array of the next byte. */
  public int position() {
    return filled % PIECE_BYTES;
  }

  /** Number of bytes that fit into the current array. */
  public int room() {
    return Math.min(PIECE_BYTES - position(), size - filled);
  }

  /**
   * Records that {@code bytes} more bytes were put into the array; they must not change afterwards.
   */
  public void filled(int bytes) {
    Invariant.check(bytes <= room(), "the received bytes fit the array");
    int to = filled + bytes;
    while (filled < to) {
      int length = Math.min(BLOCK_BYTES - filled % BLOCK_BYTES, to - filled);
      block.update(piece, position(), length);
      filled += length;
      if (filled % BLOCK_BYTES == 0) {
        int checksum = (int) block.getValue();
        checksums[filled / BLOCK_BYTES - 1] = checksum;
        joined = WHOLE_BLOCK.join(joined, checksum);
        block.reset();
      }
    }
  }

  /** The payload; all bytes must have arrived. */
  public Payload payload() {
    Invariant.check(isWhole(), "a payload is whole");
    int rest = size % BLOCK_BYTES;
    int all = rest == 0 ? joined : ChecksumJoin.join(joined, (int) block.getValue(), rest);
    return size <= BLOCK_BYTES
        ? Payload.of(piece, all)
        : Payload.of(new PayloadPieces(pieces, PIECE_BYTES, checksums), size, all);
  }
}
