package io.pando.erasure.field;

import java.util.Optional;

/**
 * The vectors that a growing list of independent vectors spans, by Gaussian elimination one vector
 * at a time. The last vector can be removed, which makes searches over many subsets cheap.
 *
 * <p>Each added vector leaves a reduced row: the vector minus multiples of the rows before it,
 * scaled so that the element at its pivot is 1. A row is zero at the pivots of all earlier rows, so
 * one pass in the order of the rows reduces a vector.
 */
public final class LinearSpan {
  private final int dimension;
  private final byte[][] reduced;

  /** How each reduced row is combined from the added vectors. */
  private final byte[][] combinations;

  private final int[] pivots;
  private final byte[] rest;
  private final byte[] parts;
  private int size;

  /** The span of no vectors yet, of at most {@code capacity} of them. */
  public LinearSpan(int dimension, int capacity) {
    this.dimension = dimension;
    this.reduced = new byte[capacity][dimension];
    this.combinations = new byte[capacity][capacity];
    this.pivots = new int[capacity];
    this.rest = new byte[dimension];
    this.parts = new byte[capacity];
  }

  /** Number of independent vectors that were added. */
  public int size() {
    return size;
  }

  /** Adds a row of a matrix, unless the span contains it; returns whether it was added. */
  public boolean add(GfMatrix matrix, int row) {
    int pivot = reduce(matrix, row);
    if (pivot < 0) {
      return false;
    }
    int scale = Gf256.inverse(rest[pivot] & 0xFF);
    parts[size] = 1;
    byte[] into = reduced[size];
    for (int i = 0; i < dimension; i++) {
      into[i] = (byte) Gf256.product(scale, rest[i] & 0xFF);
    }
    byte[] combination = combinations[size];
    for (int i = 0; i <= size; i++) {
      combination[i] = (byte) Gf256.product(scale, parts[i] & 0xFF);
    }
    pivots[size] = pivot;
    size++;
    return true;
  }

  /** Removes the vector that was added last. */
  public void removeLast() {
    size--;
  }

  /** Whether the span contains a row of a matrix. */
  public boolean contains(GfMatrix matrix, int row) {
    return reduce(matrix, row) < 0;
  }

  /**
   * The coordinates of a row of a matrix: one coefficient for each vector that was added, in that
   * order. Empty if the span does not contain the row.
   */
  public Optional<byte[]> coordinates(GfMatrix matrix, int row) {
    if (reduce(matrix, row) >= 0) {
      return Optional.empty();
    }
    byte[] coordinates = new byte[size];
    System.arraycopy(parts, 0, coordinates, 0, size);
    return Optional.of(coordinates);
  }

  /** Whether the span contains a row, and the row needs every vector that was added. */
  public boolean needsAll(GfMatrix matrix, int row) {
    if (reduce(matrix, row) >= 0) {
      return false;
    }
    for (int i = 0; i < size; i++) {
      if (parts[i] == 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Leaves what the span cannot express in {@link #rest}; the place of a non-zero element, or -1.
   */
  private int reduce(GfMatrix matrix, int row) {
    for (int i = 0; i < dimension; i++) {
      rest[i] = (byte) matrix.get(row, i);
    }
    for (int i = 0; i < size; i++) {
      parts[i] = 0;
    }
    for (int i = 0; i < size; i++) {
      int factor = rest[pivots[i]] & 0xFF;
      if (factor != 0) {
        addMultiple(rest, factor, reduced[i], dimension);
        addMultiple(parts, factor, combinations[i], i + 1);
      }
    }
    for (int i = 0; i < dimension; i++) {
      if (rest[i] != 0) {
        return i;
      }
    }
    return -1;
  }

  private static void addMultiple(byte[] into, int factor, byte[] row, int length) {
    for (int i = 0; i < length; i++) {
      into[i] ^= (byte) Gf256.product(factor, row[i] & 0xFF);
    }
  }
}
