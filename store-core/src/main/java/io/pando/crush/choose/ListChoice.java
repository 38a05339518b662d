package io.pando.crush.choose;

/**
 * Goes from the newest item to the oldest. Each is chosen with the probability of its share in the
 * total weight of itself and all older items.
 */
final class ListChoice implements ItemChoice {
  private final int bucketId;
  private final int[] items;
  private final long[] weights;
  private final long[] sums;

  ListChoice(int bucketId, int[] items, long[] weights) {
    this.bucketId = bucketId;
    this.items = items;
    this.weights = weights;
    this.sums = new long[weights.length];
    long sum = 0;
    for (int i = 0; i < weights.length; i++) {
      sum += weights[i];
      sums[i] = sum;
    }
  }

  @Override
  public int choose(int x, int r, DrawMemory memory) {
    for (int i = items.length - 1; i > 0; i--) {
      long draw = CrushHash.hash32(x, items[i], r, bucketId) & 0xffff;
      if ((draw * sums[i]) >>> 16 < weights[i]) {
        return items[i];
      }
    }
    return items[0];
  }
}
