package io.pando.bytes;

import static io.pando.bytes.Payload.BLOCK_BYTES;

import io.pando.check.Invariant;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The bytes of a payload of known size as they come. What costs with large ones is the way through
 * memory, and so they go it once: into pieces that are small enough to be in the processor's cache
 * from the zeros that the machine fills fresh arrays with to the checksums, of each block and of
 * all, that others would have to go through all the bytes again for.
 *
 * <p>Memory is taken as bytes come, never for a size that is merely announced.
 */
public final class PayloadIntake {
  /** Bytes of a piece: whole blocks, and far below the size that collectors keep apart. */
  static final int PIECE_BYTES = 128 << 10;

  private static final int FIRST_PIECES = 4;

  private static final ChecksumJoin WHOLE_BLOCK = new ChecksumJoin(BLOCK_BYTES);

  private final int size;
  private ByteBuffer[] pieces;
  private int[] checksums;
  private final CRC32C block = new CRC32C();
  private byte[] piece = new byte[0];
  private int filled;
  private int joined;

  /** Takes in so many bytes. */
  public PayloadIntake(int size) {
    this.size = size;
    this.pieces = new ByteBuffer[Math.min(FIRST_PIECES, pieceCount())];
    this.checksums = new int[checksumCount()];
  }

  /** Whether all are there. */
  public boolean isWhole() {
    return filled == size;
  }

  /** Bytes that are there. */
  public int filledBytes() {
    return filled;
  }

  /** Bytes of memory that it holds, about: a piece ahead of what is there at most. */
  public int heldBytes() {
    return Math.min(size, (filled + PIECE_BYTES - 1) / PIECE_BYTES * PIECE_BYTES);
  }

  /** Where the next bytes go to, from {@link #position} on. */
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

  /** Whole blocks in as many pieces as there is room for. */
  private int checksumCount() {
    return Math.min(size / BLOCK_BYTES, pieces.length * (PIECE_BYTES / BLOCK_BYTES));
  }

  /** Where in the array the next byte goes to. */
  public int position() {
    return filled % PIECE_BYTES;
  }

  /** How many bytes go there before another array is asked for. */
  public int room() {
    return Math.min(PIECE_BYTES - position(), size - filled);
  }

  /** The array has so many more bytes, which do not change again. */
  public void filled(int bytes) {
    Invariant.check(bytes <= room(), "what comes fits the array");
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

  /** The payload, when it is whole. */
  public Payload payload() {
    Invariant.check(isWhole(), "a payload is whole");
    int rest = size % BLOCK_BYTES;
    int all = rest == 0 ? joined : ChecksumJoin.join(joined, (int) block.getValue(), rest);
    return size <= BLOCK_BYTES
        ? Payload.of(piece, all)
        : Payload.of(new Pieces(pieces, checksums), size, all);
  }
}
