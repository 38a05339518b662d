package io.pando.bytes;

import static io.pando.bytes.Payload.BLOCK_BYTES;
import static io.pando.bytes.PayloadAssembler.PIECE_BYTES;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The result of a {@link PayloadAssembler}: pieces, all but the last of equal length, and
 * checksums.
 */
final class PayloadPieces {
  private final ByteBuffer[] buffers;
  private final int[] checksums;

  /**
   * Takes both arrays, which must not change afterwards.
   *
   * @param checksums CRC32C of each whole block
   */
  PayloadPieces(ByteBuffer[] buffers, int[] checksums) {
    this.buffers = buffers;
    this.checksums = checksums;
  }

  /** Views of the bytes of a range, in order. */
  List<ByteBuffer> range(int from, int length) {
    int end = from + length;
    List<ByteBuffer> views = new ArrayList<>(2 + length / PIECE_BYTES);
    for (int at = from; at < end; at += views.getLast().remaining()) {
      int inPiece = at % PIECE_BYTES;
      int count = Math.min(PIECE_BYTES - inPiece, end - at);
      views.add(buffers[at / PIECE_BYTES].slice(inPiece, count));
    }
    return views;
  }

  /** Whether a range lies within one piece. */
  static boolean isWithinOne(int from, int length) {
    return from / PIECE_BYTES == (from + length - 1) / PIECE_BYTES;
  }

  /**
   * Copies the checksums of {@code blocks} whole blocks to the beginning of {@code into}; the first
   * block starts at byte {@code from}.
   */
  void checksums(int from, int blocks, int[] into) {
    System.arraycopy(checksums, from / BLOCK_BYTES, into, 0, blocks);
  }
}
