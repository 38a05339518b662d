package io.pando.erasure.kernel;

import java.util.Arrays;
import java.util.Objects;

/**
 * Where some rows of bytes begin: an array and an offset for each. Several rows may lie in one
 * array. Mutable, so that one instance serves the stripes of an object one after the other.
 */
public final class ByteRows {
  private static final byte[] NOTHING = {};

  private final byte[][] arrays;
  private final int[] offsets;

  /** Memory that the plain kernel needs to compute these rows; empty until then. */
  private long[] sums = {};

  /** A number of rows, still empty. */
  public ByteRows(int count) {
    arrays = new byte[count][];
    Arrays.fill(arrays, NOTHING);
    offsets = new int[count];
  }

  /** Rows that are whole arrays. */
  public static ByteRows of(byte[]... arrays) {
    ByteRows rows = new ByteRows(arrays.length);
    for (int row = 0; row < arrays.length; row++) {
      rows.set(row, arrays[row], 0);
    }
    return rows;
  }

  /** Number of rows. */
  public int count() {
    return arrays.length;
  }

  /** The array that holds a row. */
  public byte[] array(int row) {
    return arrays[row];
  }

  /** Where in its array a row begins. */
  public int offset(int row) {
    return offsets[row];
  }

  /** Says where a row begins. */
  public void set(int row, byte[] array, int offset) {
    arrays[row] = array;
    offsets[row] = offset;
  }

  /** Moves the beginning of every row by a number of bytes. */
  public void advance(int bytes) {
    for (int row = 0; row < offsets.length; row++) {
      offsets[row] += bytes;
    }
  }

  /** Memory for the sums of one block of an output row. It stays with these rows. */
  long[] sums() {
    if (sums.length == 0) {
      sums = new long[PlainKernel.BLOCK_BYTES / Long.BYTES];
    }
    return sums;
  }

  /** Throws unless there are {@code count} rows, and each has {@code length} bytes. */
  public void require(int count, int length) {
    if (arrays.length != count) {
      throw new IllegalArgumentException("expected " + count + " rows, found " + arrays.length);
    }
    for (int row = 0; row < count; row++) {
      Objects.checkFromIndexSize(offsets[row], length, arrays[row].length);
    }
  }
}
