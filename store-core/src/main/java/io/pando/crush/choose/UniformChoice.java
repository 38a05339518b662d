package io.pando.crush.choose;

/**
 * Chooses from a permutation of the items that depends on x: draw r takes the r-th item. Weights
 * are ignored.
 */
final class UniformChoice implements ItemChoice {
  private final int bucketId;
  private final int[] items;

  UniformChoice(int bucketId, int[] items) {
    this.bucketId = bucketId;
    this.items = items;
  }

  @Override
  public int choose(int x, int r, DrawMemory memory) {
    return items[memory.permuted(bucketId, items.length, x, r)];
  }
}
