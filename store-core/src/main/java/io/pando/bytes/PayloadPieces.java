package io.pando.bytes;

import static io.pando.bytes.Payload.BLOCK_BYTES;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Bytes in pieces, all but the last of equal length, and the checksums of their blocks. */
final class PayloadPieces {
  private final ByteBuffer[] buffers;
  private final int pieceBytes;
  private final int[] checksums;

  /**
   * Takes both arrays, which must not change afterwards.
   *
   * @param pieceBytes size of all pieces but the last: a multiple of the block size, or more than
   *     the only piece has
   * @param checksums CRC32C of each whole block
   */
  PayloadPieces(ByteBuffer[] buffers, int pieceBytes, int[] checksums) {
    this.buffers = buffers;
    this.pieceBytes = pieceBytes;
    this.checksums = checksums;
  }

  /** Number of bytes in all pieces. */
  long bytes() {
    return (buffers.length - 1L) * pieceBytes + buffers[buffers.length - 1].capacity();
  }

  /** Views of the bytes of a range, in order. */
  List<ByteBuffer> range(int from, int length) {
    int end = from + length;
    List<ByteBuffer> views = new ArrayList<>(2 + length / pieceBytes);
    for (int at = from; at < end; at += views.getLast().remaining()) {
      int inPiece = at % pieceBytes;
      int count = Math.min(pieceBytes - inPiece, end - at);
      views.add(buffers[at / pieceBytes].slice(inPiece, count));
    }
    return views;
  }

  /** Whether a range lies within one piece. */
  boolean isWithinOne(int from, int length) {
    return from / pieceBytes == (from + length - 1) / pieceBytes;
  }

  /**
   * Copies the checksums of {@code blocks} whole blocks to the beginning of {@code into}; the first
   * block starts at byte {@code from}.
   */
  void checksums(int from, int blocks, int[] into) {
    System.arraycopy(checksums, from / BLOCK_BYTES, into, 0, blocks);
  }
}
