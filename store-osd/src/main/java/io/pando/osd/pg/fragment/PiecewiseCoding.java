package io.pando.osd.pg.fragment;

import io.pando.bytes.Payload;
import io.pando.bytes.PayloadAssembler;
import io.pando.erasure.kernel.ByteRows;
import io.pando.erasure.kernel.RowCoder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Computes rows of any length a few bytes at a time, so that all rows stay in the processor's cache
 * while they are computed. Inputs are read where they lie, if each lies in one array for a step.
 * Outputs consist of pieces: garbage collectors treat arrays of a megabyte as large objects, at a
 * much higher cost.
 */
public final class PiecewiseCoding {
  /** Most bytes of each row that are computed at once. */
  public static final int STEP_BYTES = 32 << 10;

  private static final int PIECE_BYTES = PayloadAssembler.PIECE_BYTES;

  /** Where input rows come from. */
  public interface Source {
    /**
     * Says where bytes of an input row lie, by {@link ByteRows#set}.
     *
     * @return false, with nothing set, if they do not lie in one array and must be copied
     */
    boolean find(int row, int at, int length, ByteRows into);

    /**
     * Copies bytes of an input row to the beginning of an array of zeros.
     *
     * @param at first byte of the row, a multiple of the step
     * @param length number of bytes; those that are not copied are zeros
     */
    void copy(int row, int at, int length, byte[] into);
  }

  private PiecewiseCoding() {}

  /**
   * Computes all output rows.
   *
   * @param inputs number of input rows
   * @param outputs number of output rows
   * @param length bytes of each row
   * @param step bytes of a row for which the source is asked at once; at most {@value #STEP_BYTES}
   */
  public static List<Payload> compute(
      RowCoder coder, int inputs, int outputs, int length, int step, Source source) {
    byte[][] columns = new byte[inputs][];
    ByteRows in = new ByteRows(inputs);
    ByteRows out = new ByteRows(outputs);
    List<List<Payload>> pieces = new ArrayList<>();
    for (int row = 0; row < outputs; row++) {
      pieces.add(new ArrayList<>());
    }
    for (int piece = 0; piece < length; piece += PIECE_BYTES) {
      int pieceBytes = Math.min(PIECE_BYTES, length - piece);
      byte[][] computed = new byte[outputs][pieceBytes];
      for (int at = 0; at < pieceBytes; at += step) {
        int bytes = Math.min(step, pieceBytes - at);
        for (int row = 0; row < inputs; row++) {
          if (!source.find(row, piece + at, bytes, in)) {
            byte[] column = columns[row];
            if (column == null) {
              column = new byte[Math.min(length, step)];
              columns[row] = column;
            } else {
              Arrays.fill(column, (byte) 0);
            }
            source.copy(row, piece + at, bytes, column);
            in.set(row, column, 0);
          }
        }
        for (int row = 0; row < outputs; row++) {
          out.set(row, computed[row], at);
        }
        coder.overwrite(in, out, bytes);
      }
      for (int row = 0; row < outputs; row++) {
        pieces.get(row).add(Payload.wrap(computed[row]));
      }
    }
    return pieces.stream().map(Payload::join).toList();
  }
}
