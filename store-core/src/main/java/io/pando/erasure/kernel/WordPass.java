package io.pando.erasure.kernel;

import io.pando.erasure.field.Gf256;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One pass over an output row, eight bytes at a time. The row becomes the sum of a first operand
 * and up to four input rows. The first operand is an input row, the output row itself, its double,
 * or its half.
 *
 * <p>There is one loop for each number of operands, because the JVM's compiler vectorizes only
 * simple loops over arrays that it knows before the loop begins.
 */
final class WordPass {
  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Most input rows that one pass adds to the first operand. */
  private static final int MOST_ADDED = 4;

  private static final long LOW_BITS = 0x0101010101010101L;

  /** The inverse of 2, in each byte: the difference that halving makes if the lowest bit is set. */
  private static final long HALF_OF_ONE = 0x8e8e8e8e8e8e8e8eL;

  /** Stands for the output row as the first operand. */
  private static final int OUTPUT = -1;

  private final Kind kind;
  private final int first;
  private final int[] added;

  private WordPass(Kind kind, int first, int[] added) {
    this.kind = kind;
    this.first = first;
    this.added = added;
  }

  private enum Kind {
    SUM,
    DOUBLE,
    HALVE
  }

  /** Sets the row to the sum of one or more input rows. */
  static List<WordPass> assign(int[] sources) {
    return passes(Kind.SUM, sources[0], Arrays.copyOfRange(sources, 1, sources.length));
  }

  /** Doubles the row, and adds input rows. */
  static List<WordPass> doubleAndAdd(int[] sources) {
    return passes(Kind.DOUBLE, OUTPUT, sources);
  }

  /** Adds one or more input rows to the row. */
  static List<WordPass> add(int[] sources) {
    return passes(Kind.SUM, OUTPUT, sources);
  }

  /** Halves the row. */
  static WordPass halve() {
    return new WordPass(Kind.HALVE, OUTPUT, new int[0]);
  }

  /** A pass of the kind, and as many additions as its other operands need. */
  private static List<WordPass> passes(Kind kind, int first, int[] sources) {
    List<WordPass> passes = new ArrayList<>();
    for (int from = 0; from == 0 || from < sources.length; from += MOST_ADDED) {
      int to = Math.min(sources.length, from + MOST_ADDED);
      int[] added = Arrays.copyOfRange(sources, from, to);
      passes.add(
          from == 0 ? new WordPass(kind, first, added) : new WordPass(Kind.SUM, OUTPUT, added));
    }
    return passes;
  }

  /** Runs the pass over a number of bytes, a multiple of eight, from {@code at} on in each row. */
  void run(ByteRows in, ByteRows out, int row, int at, int bytes) {
    switch (kind) {
      case HALVE -> halve(out.array(row), out.offset(row) + at, bytes);
      case SUM -> {
        switch (added.length) {
          case 0 -> copy(in, out, row, at, bytes);
          case 1 -> sumOfTwo(in, out, row, at, bytes);
          case 2 -> sumOfThree(in, out, row, at, bytes);
          case 3 -> sumOfFour(in, out, row, at, bytes);
          default -> sumOfFive(in, out, row, at, bytes);
        }
      }
      case DOUBLE -> {
        switch (added.length) {
          case 0 -> doubleRow(out.array(row), out.offset(row) + at, bytes);
          case 1 -> doubleAndOne(in, out, row, at, bytes);
          case 2 -> doubleAndTwo(in, out, row, at, bytes);
          case 3 -> doubleAndThree(in, out, row, at, bytes);
          default -> doubleAndFour(in, out, row, at, bytes);
        }
      }
    }
  }

  private static long word(byte[] array, int at) {
    return (long) WORD.get(array, at);
  }

  private void copy(ByteRows in, ByteRows out, int row, int at, int bytes) {
    byte[] from = in.array(first);
    System.arraycopy(from, in.offset(first) + at, out.array(row), out.offset(row) + at, bytes);
  }

  private static void halve(byte[] o, int oAt, int bytes) {
    for (int i = 0; i < bytes; i += Long.BYTES) {
      long elements = word(o, oAt + i);
      long odd = elements & LOW_BITS;
      long carried = ((odd << Byte.SIZE) - odd) & HALF_OF_ONE;
      WORD.set(o, oAt + i, ((elements ^ odd) >>> 1) ^ carried);
    }
  }

  private static void doubleRow(byte[] o, int oAt, int bytes) {
    for (int i = 0; i < bytes; i += Long.BYTES) {
      WORD.set(o, oAt + i, Gf256.doubled(word(o, oAt + i)));
    }
  }

  private void sumOfTwo(ByteRows in, ByteRows out, int row, int at, int bytes) {
    byte[] o = out.array(row);
    int oAt = out.offset(row) + at;
    byte[] f = first == OUTPUT ? o : in.array(first);
    int fAt = first == OUTPUT ? oAt : in.offset(first) + at;
    byte[] a = in.array(added[0]);
    int aAt = in.offset(added[0]) + at;
    for (int i = 0; i < bytes; i += Long.BYTES) {
      long sum = word(f, fAt + i) ^ word(a, aAt + i);
      WORD.set(o, oAt + i, sum);
    }
  }

  private void sumOfThree(ByteRows in, ByteRows out, int row, int at, int bytes) {
    byte[] o = out.array(row);
    int oAt = out.offset(row) + at;
    byte[] f = first == OUTPUT ? o : in.array(first);
    int fAt = first == OUTPUT ? oAt : in.offset(first) + at;
    byte[] a = in.array(added[0]);
    int aAt = in.offset(added[0]) + at;
    byte[] b = in.array(added[1]);
    int bAt = in.offset(added[1]) + at;
    for (int i = 0; i < bytes; i += Long.BYTES) {
      long sum = word(f, fAt + i) ^ word(a, aAt + i) ^ word(b, bAt + i);
      WORD.set(o, oAt + i, sum);
    }
  }

  private void sumOfFour(ByteRows in, ByteRows out, int row, int at, int bytes) {
    byte[] o = out.array(row);
    int oAt = out.offset(row) + at;
    byte[] f = first == OUTPUT ? o : in.array(first);
    int fAt = first == OUTPUT ? oAt : in.offset(first) + at;
    byte[] a = in.array(added[0]);
    int aAt = in.offset(added[0]) + at;
    byte[] b = in.array(added[1]);
    int bAt = in.offset(added[1]) + at;
    byte[] c = in.array(added[2]);
    int cAt = in.offset(added[2]) + at;
    for (int i = 0; i < bytes; i += Long.BYTES) {
      long sum = word(f, fAt + i) ^ word(a, aAt + i) ^ word(b, bAt + i) ^ word(c, cAt + i);
      WORD.set(o, oAt + i, sum);
    }
  }

  private void sumOfFive(ByteRows in, ByteRows out, int row, int at, int bytes) {
    byte[] o = out.array(row);
    int oAt = out.offset(row) + at;
    byte[] f = first == OUTPUT ? o : in.array(first);
    int fAt = first == OUTPUT ? oAt : in.offset(first) + at;
    byte[] a = in.array(added[0]);
    int aAt = in.offset(added[0]) + at;
    byte[] b = in.array(added[1]);
    int bAt = in.offset(added[1]) + at;
    byte[] c = in.array(added[2]);
    int cAt = in.offset(added[2]) + at;
    byte[] d = in.array(added[3]);
    int dAt = in.offset(added[3]) + at;
    for (int i = 0; i < bytes; i += Long.BYTES) {
      long sum =
          word(f, fAt + i)
              ^ word(a, aAt + i)
              ^ word(b, bAt + i)
              ^ word(c, cAt + i)
              ^ word(d, dAt + i);
      WORD.set(o, oAt + i, sum);
    }
  }

  private void doubleAndOne(ByteRows in, ByteRows out, int row, int at, int bytes) {
    byte[] o = out.array(row);
    int oAt = out.offset(row) + at;
    byte[] a = in.array(added[0]);
    int aAt = in.offset(added[0]) + at;
    for (int i = 0; i < bytes; i += Long.BYTES) {
      long sum = Gf256.doubled(word(o, oAt + i)) ^ word(a, aAt + i);
      WORD.set(o, oAt + i, sum);
    }
  }

  private void doubleAndTwo(ByteRows in, ByteRows out, int row, int at, int bytes) {
    byte[] o = out.array(row);
    int oAt = out.offset(row) + at;
    byte[] a = in.array(added[0]);
    int aAt = in.offset(added[0]) + at;
    byte[] b = in.array(added[1]);
    int bAt = in.offset(added[1]) + at;
    for (int i = 0; i < bytes; i += Long.BYTES) {
      long sum = Gf256.doubled(word(o, oAt + i)) ^ word(a, aAt + i) ^ word(b, bAt + i);
      WORD.set(o, oAt + i, sum);
    }
  }

  private void doubleAndThree(ByteRows in, ByteRows out, int row, int at, int bytes) {
    byte[] o = out.array(row);
    int oAt = out.offset(row) + at;
    byte[] a = in.array(added[0]);
    int aAt = in.offset(added[0]) + at;
    byte[] b = in.array(added[1]);
    int bAt = in.offset(added[1]) + at;
    byte[] c = in.array(added[2]);
    int cAt = in.offset(added[2]) + at;
    for (int i = 0; i < bytes; i += Long.BYTES) {
      long sum =
          Gf256.doubled(word(o, oAt + i)) ^ word(a, aAt + i) ^ word(b, bAt + i) ^ word(c, cAt + i);
      WORD.set(o, oAt + i, sum);
    }
  }

  private void doubleAndFour(ByteRows in, ByteRows out, int row, int at, int bytes) {
    byte[] o = out.array(row);
    int oAt = out.offset(row) + at;
    byte[] a = in.array(added[0]);
    int aAt = in.offset(added[0]) + at;
    byte[] b = in.array(added[1]);
    int bAt = in.offset(added[1]) + at;
    byte[] c = in.array(added[2]);
    int cAt = in.offset(added[2]) + at;
    byte[] d = in.array(added[3]);
    int dAt = in.offset(added[3]) + at;
    for (int i = 0; i < bytes; i += Long.BYTES) {
      long sum =
          Gf256.doubled(word(o, oAt + i))
              ^ word(a, aAt + i)
              ^ word(b, bAt + i)
              ^ word(c, cAt + i)
              ^ word(d, dAt + i);
      WORD.set(o, oAt + i, sum);
    }
  }
}
