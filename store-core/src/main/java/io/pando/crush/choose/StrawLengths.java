package io.pando.crush.choose;

import io.pando.crush.model.Tunable;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The factors by which a straw bucket's draws are scaled so that items win in proportion to their
 * weights: 16.16 fixed point.
 *
 * <p>Defined in floating point, unlike everything else in placement, and computed only when a map
 * is built. {@link StrictMath} gives the same bits on every platform.
 */
final class StrawLengths {
  private static final double ONE = 0x10000;

  private final long[] weights;
  private final int[] rising;
  private final long[] lengths;

  private StrawLengths(long[] weights) {
    this.weights = weights;
    this.lengths = new long[weights.length];
    this.rising =
        IntStream.range(0, weights.length)
            .boxed()
            .sorted(Comparator.comparingLong(i -> weights[i]))
            .mapToInt(Integer::intValue)
            .toArray();
  }

  /**
   * The factors for items of these weights.
   *
   * @param version value of {@link Tunable#STRAW_CALC_VERSION}. 0 handles items of equal weight
   *     together, but does not subtract items of weight 0 and the lightest ones from the count;
   *     other values handle each item by itself
   */
  static long[] of(long[] weights, int version) {
    StrawLengths straws = new StrawLengths(weights);
    if (version == 0) {
      straws.measureByGroup();
    } else {
      straws.measureEach();
    }
    return straws.lengths;
  }

  private long weight(int rank) {
    return weights[rising[rank]];
  }

  private void measureByGroup() {
    int longer = weights.length;
    double straw = 1.0;
    double below = 0;
    long previous = 0;
    for (int rank = 0; rank < weights.length; rank++) {
      long weight = weight(rank);
      if (weight == 0) {
        continue;
      }
      lengths[rising[rank]] = fixedPoint(straw);
      if (rank + 1 == weights.length || weight(rank + 1) == weight) {
        continue;
      }
      long next = weight(rank + 1);
      below += ((double) weight - previous) * longer;
      for (int other = rank + 1; other < weights.length && weight(other) == next; other++) {
        longer--;
      }
      straw *= growth(below, longer, next - weight);
      previous = weight;
    }
  }

  private void measureEach() {
    int longer = weights.length;
    double straw = 1.0;
    double below = 0;
    long previous = 0;
    for (int rank = 0; rank < weights.length; rank++) {
      long weight = weight(rank);
      if (weight == 0) {
        longer--;
        continue;
      }
      lengths[rising[rank]] = fixedPoint(straw);
      if (rank + 1 == weights.length) {
        break;
      }
      below += ((double) weight - previous) * longer;
      longer--;
      straw *= growth(below, longer, weight(rank + 1) - weight);
      previous = weight;
    }
  }

  /** The length as a 32-bit number, as it is stored; it wraps around beside a far lighter item. */
  private static long fixedPoint(double straw) {
    return (long) (straw * ONE) & 0xffff_ffffL;
  }

  /** Factor by which a straw must be longer to win its share of the weight above too. */
  private static double growth(double below, int longer, long weightAbove) {
    double above = (longer * weightAbove) & 0xffff_ffffL;
    double shareBelow = below / (below + above);
    return StrictMath.pow(1.0 / shareBelow, 1.0 / longer);
  }
}
