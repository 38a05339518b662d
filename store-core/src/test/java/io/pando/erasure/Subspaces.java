package io.pando.erasure;

import io.pando.erasure.code.CodeParameters;
import io.pando.erasure.field.Gf256;
import io.pando.erasure.field.GfMatrix;

/**
 * Ranks of sets of rows, by plain Gaussian elimination that shares nothing with the code under
 * test.
 */
final class Subspaces {
  private final GfMatrix generator;

  Subspaces(CodeParameters parameters) {
    this.generator = GeneratorMatrix.of(parameters);
  }

  /** The positions whose rows do not raise the rank of the rows at these. */
  Positions determinedBy(Positions read) {
    int rank = rank(read);
    Positions determined = read;
    for (int position = 0; position < generator.rows(); position++) {
      if (!read.contains(position) && rank(read.with(position)) == rank) {
        determined = determined.with(position);
      }
    }
    return determined;
  }

  int rank(Positions positions) {
    int[][] rows =
        positions.stream()
            .mapToObj(row -> {
              int[] elements = new int[generator.columns()];
              for (int column = 0; column < elements.length; column++) {
                elements[column] = generator.get(row, column);
              }
              return elements;
            })
            .toArray(int[][]::new);
    int rank = 0;
    for (int column = 0; column < generator.columns() && rank < rows.length; column++) {
      int pivot = rank;
      while (pivot < rows.length && rows[pivot][column] == 0) {
        pivot++;
      }
      if (pivot == rows.length) {
        continue;
      }
      int[] row = rows[pivot];
      rows[pivot] = rows[rank];
      rows[rank] = row;
      for (int below = rank + 1; below < rows.length; below++) {
        int factor = Gf256.product(rows[below][column], Gf256.inverse(row[column]));
        for (int i = column; i < row.length; i++) {
          rows[below][i] ^= Gf256.product(factor, row[i]);
        }
      }
      rank++;
    }
    return rank;
  }
}
