package io.pando.erasure.field;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** An immutable matrix over GF(2^8). */
public final class GfMatrix {
  private final int columns;
  private final byte[][] rows;

  private GfMatrix(int columns, byte[][] rows) {
    this.columns = columns;
    this.rows = rows;
  }

  /** The element of a matrix at a place. */
  @FunctionalInterface
  public interface Element {
    /** A number from 0 to 255. */
    int at(int row, int column);
  }

  /** A matrix by a formula for its elements. */
  public static GfMatrix of(int rows, int columns, Element element) {
    byte[][] made = new byte[rows][columns];
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        made[row][column] = (byte) element.at(row, column);
      }
    }
    return new GfMatrix(columns, made);
  }

  /** The matrix with ones on the diagonal and zeros elsewhere. */
  public static GfMatrix identity(int size) {
    return of(size, size, (row, column) -> row == column ? 1 : 0);
  }

  /** Number of rows. */
  public int rows() {
    return rows.length;
  }

  /** Number of columns. */
  public int columns() {
    return columns;
  }

  /** An element, from 0 to 255. */
  public int get(int row, int column) {
    return rows[row][column] & 0xFF;
  }

  /** The product of this matrix and another one, which has as many rows as this one has columns. */
  public GfMatrix times(GfMatrix other) {
    if (columns != other.rows()) {
      throw new IllegalArgumentException(
          "a matrix of "
              + columns
              + " columns cannot be multiplied by one of "
              + other.rows()
              + " rows");
    }
    return of(
        rows(),
        other.columns,
        (row, column) -> {
          int sum = 0;
          for (int i = 0; i < columns; i++) {
            sum ^= Gf256.product(get(row, i), other.get(i, column));
          }
          return sum;
        });
  }

  /** The inverse of this square matrix; empty if the matrix is singular. */
  public Optional<GfMatrix> inverse() {
    if (rows() != columns) {
      throw new IllegalArgumentException(
          "only square matrices have inverses; this one has "
              + rows()
              + " rows, "
              + columns
              + " columns");
    }
    LinearSpan span = new LinearSpan(columns, columns);
    for (int row = 0; row < columns; row++) {
      if (!span.add(this, row)) {
        return Optional.empty();
      }
    }
    byte[][] inverse = new byte[columns][];
    GfMatrix units = identity(columns);
    for (int row = 0; row < columns; row++) {
      inverse[row] = span.coordinates(units, row).orElseThrow();
    }
    return Optional.of(new GfMatrix(columns, inverse));
  }

  /** The rows with these numbers, in this order. */
  public GfMatrix selectRows(List<Integer> selected) {
    return of(selected.size(), columns, (row, column) -> get(selected.get(row), column));
  }

  /** The columns with these numbers, in this order. */
  public GfMatrix selectColumns(List<Integer> selected) {
    return of(rows(), selected.size(), (row, column) -> get(row, selected.get(column)));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof GfMatrix that
        && columns == that.columns
        && Arrays.deepEquals(rows, that.rows);
  }

  @Override
  public int hashCode() {
    return Arrays.deepHashCode(rows);
  }

  @Override
  public String toString() {
    return IntStream.range(0, rows())
        .mapToObj(row -> IntStream.range(0, columns).mapToObj(column -> get(row, column)).toList())
        .toList()
        .toString();
  }
}
