package io.pando.erasure.kernel;

import io.pando.erasure.field.Gf256;
import io.pando.erasure.field.GfMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

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

  private final WordPass[] overwrite;
  private final WordPass[] accumulate;

  RowProgram(GfMatrix matrix, int row) {
    this.row = row;
    this.levels = levels(matrix, row);
    List<WordPass> overwriting = new ArrayList<>();
    List<WordPass> accumulating = new ArrayList<>();
    for (int level = 1; level < levels.length; level++) {
      accumulating.add(WordPass.halve());
    }
    for (int level = 0; level < levels.length; level++) {
      if (level == 0) {
        overwriting.addAll(WordPass.assign(levels[0]));
        accumulating.addAll(WordPass.add(levels[0]));
      } else {
        List<WordPass> passes = WordPass.doubleAndAdd(levels[level]);
        overwriting.addAll(passes);
        accumulating.addAll(passes);
      }
    }
    this.overwrite = overwriting.toArray(WordPass[]::new);
    this.accumulate = accumulating.toArray(WordPass[]::new);
  }

  private static int[][] levels(GfMatrix matrix, int row) {
    int[][] levels = new int[BITS][];
    int first = BITS;
    for (int level = 0; level < BITS; level++) {
      int bit = BITS - 1 - level;
      int[] sources = new int[matrix.columns()];
      int count = 0;
      for (int column = 0; column < matrix.columns(); column++) {
        if ((matrix.get(row, column) >> bit & 1) != 0) {
          sources[count++] = column;
        }
      }
      levels[level] = Arrays.copyOf(sources, count);
      if (count > 0) {
        first = Math.min(first, level);
      }
    }
    return Arrays.copyOfRange(levels, first, BITS);
  }

  void overwrite(ByteRows in, ByteRows out, int at, int bytes) {
    if (levels.length == 0) {
      int from = out.offset(row) + at;
      Arrays.fill(out.array(row), from, from + bytes, (byte) 0);
      return;
    }
    int words = bytes & -Long.BYTES;
    if (words > 0) {
      for (WordPass pass : overwrite) {
        pass.run(in, out, row, at, words);
      }
    }
    if (words < bytes) {
      storeTail(out, at + words, bytes - words, tail(in, at + words, bytes - words));
    }
  }

  void accumulate(ByteRows in, ByteRows out, int at, int bytes) {
    if (levels.length == 0) {
      return;
    }
    int words = bytes & -Long.BYTES;
    if (words > 0) {
      for (WordPass pass : accumulate) {
        pass.run(in, out, row, at, words);
      }
    }
    if (words < bytes) {
      int tail = bytes - words;
      long before = loadTail(out, row, at + words, tail);
      storeTail(out, at + words, tail, before ^ tail(in, at + words, tail));
    }
  }

  /** The last bytes of the output, fewer than eight. */
  private long tail(ByteRows in, int at, int bytes) {
    long sum = 0;
    for (int[] level : levels) {
      sum = Gf256.doubled(sum);
      for (int source : level) {
        sum ^= loadTail(in, source, at, bytes);
      }
    }
    return sum;
  }

  private static long loadTail(ByteRows rows, int row, int at, int bytes) {
    byte[] array = rows.array(row);
    int from = rows.offset(row) + at;
    long word = 0;
    for (int i = 0; i < bytes; i++) {
      word |= (array[from + i] & 0xFFL) << (Byte.SIZE * i);
    }
    return word;
  }

  private void storeTail(ByteRows out, int at, int bytes, long word) {
    byte[] array = out.array(row);
    int from = out.offset(row) + at;
    for (int i = 0; i < bytes; i++) {
      array[from + i] = (byte) (word >>> (Byte.SIZE * i));
    }
  }
}
