package io.pando.erasure;

import io.pando.erasure.field.GfMatrix;
import io.pando.erasure.field.LinearSpan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The circuits of a matrix: minimal sets of linearly dependent rows. Each row of a circuit is
 * determined by the other rows of the circuit, and by no part of these. In a generator matrix they
 * say from which few fragments a lost fragment can be computed; in a parity check matrix (a row for
 * each position) they are the smallest losses that cannot be repaired.
 */
final class Circuits {
  /** Bound on the number of sets of rows that a search looks at. */
  private static final int MOST_SETS = 60_000;

  private final GfMatrix matrix;
  private final int maxSize;
  private final LinearSpan span;
  private final List<Positions> found = new ArrayList<>();

  private Circuits(GfMatrix matrix, int maxSize) {
    this.matrix = matrix;
    this.maxSize = maxSize;
    this.span = new LinearSpan(matrix.columns(), maxSize);
    search(Positions.NONE, 0);
  }

  /** All circuits of at most {@code maxSize} rows, the smallest first. */
  static List<Positions> of(GfMatrix matrix, int maxSize) {
    List<Positions> found = new Circuits(matrix, maxSize).found;
    found.sort(Comparator.comparingInt(Positions::size));
    return List.copyOf(found);
  }

  /** The largest size, at most {@code size}, for which all circuits can be searched for. */
  static int affordableSize(int rows, int size) {
    long sets = 1;
    long choices = 1;
    for (int taken = 1; taken <= size; taken++) {
      choices = choices * (rows - taken + 1) / taken;
      sets += choices;
      if (sets > MOST_SETS) {
        return taken - 1;
      }
    }
    return size;
  }

  /** Extends independent rows by each row behind them. */
  private void search(Positions chosen, int from) {
    for (int row = from; row < matrix.rows(); row++) {
      if (span.needsAll(matrix, row)) {
        found.add(chosen.with(row));
      } else if (chosen.size() + 1 < maxSize && span.add(matrix, row)) {
        search(chosen.with(row), row + 1);
        span.removeLast();
      }
    }
  }
}
