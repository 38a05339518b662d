package io.pando.erasure.isal;

import io.pando.erasure.field.GfMatrix;
import io.pando.erasure.kernel.ByteRows;
import io.pando.erasure.kernel.PlainKernel;
import io.pando.erasure.kernel.RowCoder;
import java.util.Arrays;

/**
 * A matrix and its tables. The garbage collector waits for a call to end, so a call processes at
 * most {@link #BLOCK_BYTES} and a little more, which takes less than a microsecond. Rows that are
 * too short for the library are left to the plain kernel.
 */
final class IsalCoder implements RowCoder {
  /** Bytes of a row that one call processes. They stay in the first cache for the next call. */
  private static final int BLOCK_BYTES = 8192;

  /** The library's functions do nothing for shorter rows. */
  private static final int LEAST_BYTES = 64;

  /** Below that the calls cost more than the plain kernel. */
  private static final int WORTHWHILE_BYTES = 512;

  private final GfMatrix matrix;
  private final RowCoder plain;
  private final byte[][][] tables;

  IsalCoder(GfMatrix matrix) {
    this.matrix = matrix;
    this.plain = new PlainKernel().prepare(matrix);
    this.tables = new byte[matrix.rows()][matrix.columns()][];
    for (int row = 0; row < matrix.rows(); row++) {
      for (int column = 0; column < matrix.columns(); column++) {
        tables[row][column] = IsalFunctions.table(matrix.get(row, column));
      }
    }
  }

  @Override
  public GfMatrix matrix() {
    return matrix;
  }

  @Override
  public void overwrite(ByteRows in, ByteRows out, int length) {
    if (length < WORTHWHILE_BYTES) {
      plain.overwrite(in, out, length);
    } else {
      run(in, out, length, false);
    }
  }

  @Override
  public void accumulate(ByteRows in, ByteRows out, int length) {
    if (length < WORTHWHILE_BYTES) {
      plain.accumulate(in, out, length);
    } else {
      run(in, out, length, true);
    }
  }

  private void run(ByteRows in, ByteRows out, int length, boolean accumulate) {
    in.require(matrix.columns(), length);
    out.require(matrix.rows(), length);
    int at = 0;
    while (at < length) {
      int left = length - at;
      int bytes = left < BLOCK_BYTES + LEAST_BYTES ? left : BLOCK_BYTES;
      for (int row = 0; row < matrix.rows(); row++) {
        row(in, out, row, at, bytes, accumulate);
      }
      at += bytes;
    }
  }

  private void row(ByteRows in, ByteRows out, int row, int at, int bytes, boolean accumulate) {
    byte[] array = out.array(row);
    int from = out.offset(row) + at;
    int column = 0;
    if (!accumulate) {
      if (matrix.columns() > 0 && matrix.get(row, 0) == 1) {
        System.arraycopy(in.array(0), in.offset(0) + at, array, from, bytes);
        column = 1;
      } else {
        Arrays.fill(array, from, from + bytes, (byte) 0);
      }
    }
    for (; column < matrix.columns(); column++) {
      if (matrix.get(row, column) != 0) {
        IsalFunctions.multiplyAndAdd(
            tables[row][column], in.array(column), in.offset(column) + at, array, from, bytes);
      }
    }
  }
}
