package io.pando.crush.choose;

import java.util.stream.IntStream;

/**
 * Every item draws from an exponential distribution with its weight as the rate; the smallest draw
 * wins. Items win in proportion to their weights, and a draw depends only on the item itself.
 *
 * <p>The draw is {@code -log2(u) / weight}, rounded down, in fixed point. An item beats the best
 * draw {@code q} so far if {@code floor(n / w) < q}, which for whole numbers is {@code n < q * w}:
 * a multiplication. A division is needed only when an item takes the lead, which is rare. Items of
 * weight 0 never win against others and are left out.
 */
final class Straw2Choice implements ItemChoice {
  /**
   * If the ratio of weights is below this, {@code q * w} stays below 2^63, since n is at most 2^48.
   */
  private static final long MAX_RATIO = 1 << 14;

  private final int[] items;
  private final long[] weights;
  private final boolean overflowing;

  private Straw2Choice(int[] items, long[] weights) {
    this.items = items;
    this.weights = weights;
    long least = Long.MAX_VALUE;
    long most = 0;
    for (long weight : weights) {
      least = Math.min(least, weight);
      most = Math.max(most, weight);
    }
    this.overflowing = most / least >= MAX_RATIO;
  }

  static Straw2Choice of(int[] items, long[] weights) {
    int[] positions = IntStream.range(0, items.length).filter(i -> weights[i] > 0).toArray();
    if (positions.length == 0 && items.length > 0) {
      return new Straw2Choice(new int[] {items[0]}, new long[] {1});
    }
    return new Straw2Choice(
        IntStream.of(positions).map(i -> items[i]).toArray(),
        IntStream.of(positions).mapToLong(i -> weights[i]).toArray());
  }

  @Override
  public int choose(int x, int r, DrawMemory memory) {
    int[] draws = memory.draws();
    CrushHash.draws(x, items, r, draws);
    return items[overflowing ? leastByDivision(draws) : least(draws)];
  }

  private int least(int[] draws) {
    int best = 0;
    long leastDraw = CrushLn.below(draws[0]) / weights[0];
    for (int i = 1; i < items.length; i++) {
      long distance = CrushLn.below(draws[i]);
      if (distance < leastDraw * weights[i]) {
        best = i;
        leastDraw = distance / weights[i];
      }
    }
    return best;
  }

  private int leastByDivision(int[] draws) {
    int best = 0;
    long leastDraw = Long.MAX_VALUE;
    for (int i = 0; i < items.length; i++) {
      long draw = CrushLn.below(draws[i]) / weights[i];
      if (draw < leastDraw) {
        best = i;
        leastDraw = draw;
      }
    }
    return best;
  }
}
