package io.pando.erasure;

import io.pando.erasure.code.CodeParameters;
import io.pando.erasure.field.Gf256;
import io.pando.erasure.field.GfMatrix;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Generator matrices: a row for each position and a column for each data fragment. A row has the
 * coefficients by which the fragment there is the sum of the data fragments.
 */
final class GeneratorMatrix {
  private GeneratorMatrix() {}

  /** The generator matrix of a code. */
  static GfMatrix of(CodeParameters parameters) {
    int k = parameters.k();
    int m = parameters.m();
    return switch (parameters.technique()) {
      case ISA_REED_SOL_VAN -> systematic(isaPowers(k, m));
      case ISA_CAUCHY -> systematic(isaCauchy(k, m));
      case JERASURE_REED_SOL_VAN -> systematic(jerasureVandermonde(k, m));
      case LRC -> locallyRepairable(parameters);
    };
  }

  /** The data fragments, followed by these parities. */
  private static GfMatrix systematic(GfMatrix parities) {
    int k = parities.columns();
    return GfMatrix.of(
        k + parities.rows(),
        k,
        (row, column) -> row < k ? (row == column ? 1 : 0) : parities.get(row - k, column));
  }

  /** Parity {@code i} has the powers of {@code 2^i}: the first is the XOR of the data. */
  private static GfMatrix isaPowers(int k, int m) {
    return GfMatrix.of(m, k, (row, column) -> Gf256.power(Gf256.power(2, row), column));
  }

  /** Inverses of sums of two numbers; but Ceph computes a single parity as the XOR of the data. */
  private static GfMatrix isaCauchy(int k, int m) {
    return m == 1
        ? isaPowers(k, m)
        : GfMatrix.of(m, k, (row, column) -> Gf256.inverse((k + row) ^ column));
  }

  /**
   * An extended Vandermonde matrix of k + m rows: the powers of the row's number, but in the last
   * row only the last element is not zero. Multiplied by the inverse of its upper part it is
   * systematic. Then columns and rows of the parities are scaled, so that the first parity and the
   * first coefficients of all are ones.
   */
  private static GfMatrix jerasureVandermonde(int k, int m) {
    GfMatrix extended =
        GfMatrix.of(
            k + m,
            k,
            (row, column) -> row < k + m - 1 ? Gf256.power(row, column) : column == k - 1 ? 1 : 0);
    GfMatrix upper = extended.selectRows(IntStream.range(0, k).boxed().toList());
    GfMatrix lower = extended.selectRows(IntStream.range(k, k + m).boxed().toList());
    GfMatrix parities = lower.times(upper.inverse().orElseThrow());
    GfMatrix first =
        GfMatrix.of(
            m, k, (row, column) -> quotient(parities.get(row, column), parities.get(0, column)));
    return GfMatrix.of(m, k, (row, column) -> quotient(first.get(row, column), first.get(row, 0)));
  }

  private static int quotient(int dividend, int divisor) {
    return Gf256.product(dividend, Gf256.inverse(divisor));
  }

  /** In each group its share of the data, its share of jerasure's parities, and the XOR of both. */
  private static GfMatrix locallyRepairable(CodeParameters parameters) {
    int k = parameters.k();
    int groups = parameters.groups();
    int dataOfGroup = k / groups;
    GfMatrix global = systematic(jerasureVandermonde(k, parameters.m()));
    List<Integer> rows = new ArrayList<>();
    for (int group = 0; group < groups; group++) {
      for (int within = 0; within < parameters.l(); within++) {
        rows.add(
            within < dataOfGroup
                ? group * dataOfGroup + within
                : k + group * (parameters.l() - dataOfGroup) + within - dataOfGroup);
      }
    }
    int l = parameters.l();
    return GfMatrix.of(
        parameters.positions(),
        k,
        (position, column) -> {
          int group = position / (l + 1);
          int within = position % (l + 1);
          List<Integer> summed =
              within < l
                  ? List.of(rows.get(group * l + within))
                  : rows.subList(group * l, (group + 1) * l);
          return summed.stream()
              .mapToInt(row -> global.get(row, column))
              .reduce(0, (a, b) -> a ^ b);
        });
  }
}
