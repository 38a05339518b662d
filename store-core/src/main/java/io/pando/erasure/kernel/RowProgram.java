package io.pando.erasure.kernel;

import io.pando.erasure.field.Gf256;
import io.pando.erasure.field.GfMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How one output row is computed. Level {@code b} is the list of input rows whose coefficient has
 * bit {@code b}. By Horner's rule from the highest level that is not empty, the output is doubled,
 * and the rows of the next level are added, until level 0 is done. A row of ones is one sum; the
 * coefficients 8, 4, 2, 1 take three doublings.
 *
 * <p>To add to an output row instead of overwriting it, the row is first divided by 2 as often as
 * it will be doubled, so that no memory for an intermediate result is needed.
 */
final class RowProgram {
  private static final int BITS = 8;

  private final int row;

  /** The levels from the highest to 0: each the numbers of its input rows. */
  private final int[][] levels;

  private final WordPass[] passes;

  RowProgram(GfMatrix matrix, int row) {
    this.row = row;
    this.levels = levels(matrix, row);
    List<WordPass> made = new ArrayList<>();
    for (int level = 0; level < levels.length; level++) {
      made.addAll(level == 0 ? WordPass.assign(levels[0]) : WordPass.doubleAndAdd(levels[level]));
    }
    this.passes = made.toArray(WordPass[]::new);
  }

  private static int[][] levels(GfMatrix matrix, int row) {
    int[][] levels = new int[BITS][];
    int first = BITS;
    for (int level = BITS - 1; level >= 0; level--) {
      int bit = BITS - 1 - level;
      levels[level] =
          IntStream.range(0, matrix.columns())
              .filter(column -> (matrix.get(row, column) >> bit & 1) != 0)
              .toArray();
      if (levels[level].length > 0) {
        first = level;
      }
    }
    return Arrays.copyOfRange(levels, first, BITS);
  }

  /** Sets a range of the output row. */
  void overwrite(ByteRows in, ByteRows out, int at, int bytes) {
    byte[] array = out.array(row);
    int from = out.offset(row) + at;
    if (levels.length == 0) {
      Arrays.fill(array, from, from + bytes, (byte) 0);
      return;
    }
    int words = bytes / Long.BYTES;
    if (words > 0) {
      WordPass.store(sums(in, out, at, words), array, from, words);
    }
    int done = words * Long.BYTES;
    if (done < bytes) {
      storeTail(array, from + done, bytes - done, tail(in, at + done, bytes - done));
    }
  }

  /** Adds to a range of the output row. */
  void accumulate(ByteRows in, ByteRows out, int at, int bytes) {
    if (levels.length == 0) {
      return;
    }
    byte[] array = out.array(row);
    int from = out.offset(row) + at;
    int words = bytes / Long.BYTES;
    if (words > 0) {
      WordPass.addTo(sums(in, out, at, words), array, from, words);
    }
    int done = words * Long.BYTES;
    if (done < bytes) {
      int rest = bytes - done;
      long before = loadTail(array, from + done, rest);
      storeTail(array, from + done, rest, before ^ tail(in, at + done, rest));
    }
  }

  private long[] sums(ByteRows in, ByteRows out, int at, int words) {
    long[] sums = out.sums();
    for (WordPass pass : passes) {
      pass.run(sums, in, at, words);
    }
    return sums;
  }

  /** The last bytes of the output, fewer than eight. */
  private long tail(ByteRows in, int at, int bytes) {
    long sum = 0;
    for (int[] level : levels) {
      sum = Gf256.doubled(sum);
      for (int source : level) {
        sum ^= loadTail(in.array(source), in.offset(source) + at, bytes);
      }
    }
    return sum;
  }

  private static long loadTail(byte[] array, int from, int bytes) {
    long word = 0;
    for (int i = 0; i < bytes; i++) {
      word |= (array[from + i] & 0xFFL) << (Byte.SIZE * i);
    }
    return word;
  }

  private static void storeTail(byte[] array, int from, int bytes, long word) {
    for (int i = 0; i < bytes; i++) {
      array[from + i] = (byte) (word >>> (Byte.SIZE * i));
    }
  }
}
