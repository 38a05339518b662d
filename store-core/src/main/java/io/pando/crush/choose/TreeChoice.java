package io.pando.crush.choose;

/**
 * A binary tree of weights over the items. A walk from the root takes at each node one side, with a
 * probability in proportion to that side's weight.
 *
 * <p>Nodes are numbered in order: item i is node 2i + 1, and a node whose number ends in h zero
 * bits is h levels above the items. So numbers do not change when the tree grows to the right.
 */
final class TreeChoice implements ItemChoice {
  private final int bucketId;
  private final int[] items;
  private final long[] nodeWeights;

  TreeChoice(int bucketId, int[] items, long[] weights) {
    this.bucketId = bucketId;
    this.items = items;
    this.nodeWeights = new long[2 << ceilingLog2(items.length)];
    for (int i = 0; i < items.length; i++) {
      for (int node = 2 * i + 1; node < nodeWeights.length; node = parent(node)) {
        nodeWeights[node] += weights[i];
        if (node == root()) {
          break;
        }
      }
    }
  }

  private static int ceilingLog2(int size) {
    return size <= 1 ? 0 : Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
  }

  private int root() {
    return nodeWeights.length / 2;
  }

  private static int parent(int node) {
    int step = Integer.lowestOneBit(node);
    boolean rightChild = (node & (step << 1)) != 0;
    return rightChild ? node - step : node + step;
  }

  @Override
  public int choose(int x, int r, DrawMemory memory) {
    int node = root();
    while ((node & 1) == 0) {
      long hash = Integer.toUnsignedLong(CrushHash.hash32(x, node, r, bucketId));
      int step = Integer.lowestOneBit(node) >> 1;
      int left = node - step;
      node = (hash * nodeWeights[node]) >>> 32 < nodeWeights[left] ? left : node + step;
    }
    return items[node >> 1];
  }
}
