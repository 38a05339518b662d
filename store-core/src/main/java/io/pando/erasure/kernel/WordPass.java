package io.pando.erasure.kernel;

import io.pando.erasure.field.Gf256;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One pass over the sums of an output row, eight elements at a time: the sums are set to zero, kept
 * or doubled, and then up to four input rows are added.
 *
 * <p>There is one loop for each number of rows, and the sums are longs while the rows are bytes,
 * because the JVM's compiler turns loops into vector instructions only if it knows that what they
 * write is not what they read. It takes arrays of bytes for possibly the same.
 */
final class WordPass {
  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Most input rows that one pass adds. */
  private static final int MOST_ADDED = 4;

  private final Start start;
  private final int[] added;

  private WordPass(Start start, int[] added) {
    this.start = start;
    this.added = added;
  }

  /** What happens to the sums before rows are added. */
  private enum Start {
    ZERO,
    KEPT,
    DOUBLED
  }

  /** Sets the sums to the sum of one or more input rows. */
  static List<WordPass> assign(int[] rows) {
    return passes(Start.ZERO, rows);
  }

  /** Doubles the sums, and adds input rows. */
  static List<WordPass> doubleAndAdd(int[] rows) {
    return passes(Start.DOUBLED, rows);
  }

  /** A pass with this start, and further ones for the rows that it cannot add. */
  private static List<WordPass> passes(Start start, int[] rows) {
    List<WordPass> passes = new ArrayList<>();
    for (int from = 0; from == 0 || from < rows.length; from += MOST_ADDED) {
      int to = Math.min(rows.length, from + MOST_ADDED);
      passes.add(new WordPass(from == 0 ? start : Start.KEPT, Arrays.copyOfRange(rows, from, to)));
    }
    return passes;
  }

  /** Runs the pass over a number of words, from byte {@code at} on in each row. */
  void run(long[] sums, ByteRows in, int at, int words) {
    switch (start) {
      case ZERO -> runFromZero(sums, in, at, words);
      case KEPT -> runKept(sums, in, at, words);
      case DOUBLED -> runDoubled(sums, in, at, words);
    }
  }

  /** Writes the sums to a row, from a byte on. */
  static void store(long[] sums, byte[] row, int at, int words) {
    for (int i = 0; i < words; i++) {
      WORD.set(row, at + i * Long.BYTES, sums[i]);
    }
  }

  /** Adds the sums to a row, from a byte on. */
  static void addTo(long[] sums, byte[] row, int at, int words) {
    for (int i = 0; i < words; i++) {
      WORD.set(row, at + i * Long.BYTES, sums[i] ^ word(row, at + i * Long.BYTES));
    }
  }

  private void runFromZero(long[] sums, ByteRows in, int at, int words) {
    switch (added.length) {
      case 1 -> fromZeroOne(sums, in, at, words);
      case 2 -> fromZeroTwo(sums, in, at, words);
      case 3 -> fromZeroThree(sums, in, at, words);
      default -> fromZeroFour(sums, in, at, words);
    }
  }

  private void runKept(long[] sums, ByteRows in, int at, int words) {
    switch (added.length) {
      case 1 -> keptOne(sums, in, at, words);
      case 2 -> keptTwo(sums, in, at, words);
      case 3 -> keptThree(sums, in, at, words);
      default -> keptFour(sums, in, at, words);
    }
  }

  private void runDoubled(long[] sums, ByteRows in, int at, int words) {
    switch (added.length) {
      case 0 -> doubleSums(sums, words);
      case 1 -> doubledOne(sums, in, at, words);
      case 2 -> doubledTwo(sums, in, at, words);
      case 3 -> doubledThree(sums, in, at, words);
      default -> doubledFour(sums, in, at, words);
    }
  }

  private static void doubleSums(long[] sums, int words) {
    for (int i = 0; i < words; i++) {
      sums[i] = Gf256.doubled(sums[i]);
    }
  }

  private void fromZeroOne(long[] sums, ByteRows in, int at, int words) {
    byte[] a = in.array(added[0]);
    int aAt = in.offset(added[0]) + at;
    for (int i = 0; i < words; i++) {
      sums[i] = word(a, aAt + i * Long.BYTES);
    }
  }

  private void fromZeroTwo(long[] sums, ByteRows in, int at, int words) {
    byte[] a = in.array(added[0]);
    int aAt = in.offset(added[0]) + at;
    byte[] b = in.array(added[1]);
    int bAt = in.offset(added[1]) + at;
    for (int i = 0; i < words; i++) {
      sums[i] = word(a, aAt + i * Long.BYTES) ^ word(b, bAt + i * Long.BYTES);
    }
  }

  private void fromZeroThree(long[] sums, ByteRows in, int at, int words) {
    byte[] a = in.array(added[0]);
    int aAt = in.offset(added[0]) + at;
    byte[] b = in.array(added[1]);
    int bAt = in.offset(added[1]) + at;
    byte[] c = in.array(added[2]);
    int cAt = in.offset(added[2]) + at;
    for (int i = 0; i < words; i++) {
      sums[i] =
          word(a, aAt + i * Long.BYTES)
              ^ word(b, bAt + i * Long.BYTES)
              ^ word(c, cAt + i * Long.BYTES);
    }
  }

  private void fromZeroFour(long[] sums, ByteRows in, int at, int words) {
    byte[] a = in.array(added[0]);
    int aAt = in.offset(added[0]) + at;
    byte[] b = in.array(added[1]);
    int bAt = in.offset(added[1]) + at;
    byte[] c = in.array(added[2]);
    int cAt = in.offset(added[2]) + at;
    byte[] d = in.array(added[3]);
    int dAt = in.offset(added[3]) + at;
    for (int i = 0; i < words; i++) {
      sums[i] =
          word(a, aAt + i * Long.BYTES)
              ^ word(b, bAt + i * Long.BYTES)
              ^ word(c, cAt + i * Long.BYTES)
              ^ word(d, dAt + i * Long.BYTES);
    }
  }

  private void keptOne(long[] sums, ByteRows in, int at, int words) {
    byte[] a = in.array(added[0]);
    int aAt = in.offset(added[0]) + at;
    for (int i = 0; i < words; i++) {
      sums[i] = sums[i] ^ word(a, aAt + i * Long.BYTES);
    }
  }

  private void keptTwo(long[] sums, ByteRows in, int at, int words) {
    byte[] a = in.array(added[0]);
    int aAt = in.offset(added[0]) + at;
    byte[] b = in.array(added[1]);
    int bAt = in.offset(added[1]) + at;
    for (int i = 0; i < words; i++) {
      sums[i] = sums[i] ^ word(a, aAt + i * Long.BYTES) ^ word(b, bAt + i * Long.BYTES);
    }
  }

  private void keptThree(long[] sums, ByteRows in, int at, int words) {
    byte[] a = in.array(added[0]);
    int aAt = in.offset(added[0]) + at;
    byte[] b = in.array(added[1]);
    int bAt = in.offset(added[1]) + at;
    byte[] c = in.array(added[2]);
    int cAt = in.offset(added[2]) + at;
    for (int i = 0; i < words; i++) {
      sums[i] =
          sums[i]
              ^ word(a, aAt + i * Long.BYTES)
              ^ word(b, bAt + i * Long.BYTES)
              ^ word(c, cAt + i * Long.BYTES);
    }
  }

  private void keptFour(long[] sums, ByteRows in, int at, int words) {
    byte[] a = in.array(added[0]);
    int aAt = in.offset(added[0]) + at;
    byte[] b = in.array(added[1]);
    int bAt = in.offset(added[1]) + at;
    byte[] c = in.array(added[2]);
    int cAt = in.offset(added[2]) + at;
    byte[] d = in.array(added[3]);
    int dAt = in.offset(added[3]) + at;
    for (int i = 0; i < words; i++) {
      sums[i] =
          sums[i]
              ^ word(a, aAt + i * Long.BYTES)
              ^ word(b, bAt + i * Long.BYTES)
              ^ word(c, cAt + i * Long.BYTES)
              ^ word(d, dAt + i * Long.BYTES);
    }
  }

  private void doubledOne(long[] sums, ByteRows in, int at, int words) {
    byte[] a = in.array(added[0]);
    int aAt = in.offset(added[0]) + at;
    for (int i = 0; i < words; i++) {
      sums[i] = Gf256.doubled(sums[i]) ^ word(a, aAt + i * Long.BYTES);
    }
  }

  private void doubledTwo(long[] sums, ByteRows in, int at, int words) {
    byte[] a = in.array(added[0]);
    int aAt = in.offset(added[0]) + at;
    byte[] b = in.array(added[1]);
    int bAt = in.offset(added[1]) + at;
    for (int i = 0; i < words; i++) {
      sums[i] =
          Gf256.doubled(sums[i]) ^ word(a, aAt + i * Long.BYTES) ^ word(b, bAt + i * Long.BYTES);
    }
  }

  private void doubledThree(long[] sums, ByteRows in, int at, int words) {
    byte[] a = in.array(added[0]);
    int aAt = in.offset(added[0]) + at;
    byte[] b = in.array(added[1]);
    int bAt = in.offset(added[1]) + at;
    byte[] c = in.array(added[2]);
    int cAt = in.offset(added[2]) + at;
    for (int i = 0; i < words; i++) {
      sums[i] =
          Gf256.doubled(sums[i])
              ^ word(a, aAt + i * Long.BYTES)
              ^ word(b, bAt + i * Long.BYTES)
              ^ word(c, cAt + i * Long.BYTES);
    }
  }

  private void doubledFour(long[] sums, ByteRows in, int at, int words) {
    byte[] a = in.array(added[0]);
    int aAt = in.offset(added[0]) + at;
    byte[] b = in.array(added[1]);
    int bAt = in.offset(added[1]) + at;
    byte[] c = in.array(added[2]);
    int cAt = in.offset(added[2]) + at;
    byte[] d = in.array(added[3]);
    int dAt = in.offset(added[3]) + at;
    for (int i = 0; i < words; i++) {
      sums[i] =
          Gf256.doubled(sums[i])
              ^ word(a, aAt + i * Long.BYTES)
              ^ word(b, bAt + i * Long.BYTES)
              ^ word(c, cAt + i * Long.BYTES)
              ^ word(d, dAt + i * Long.BYTES);
    }
  }

  private static long word(byte[] array, int at) {
    return (long) WORD.get(array, at);
  }
}
