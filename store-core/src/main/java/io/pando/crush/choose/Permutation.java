package io.pando.crush.choose;

/**
 * A pseudo-random permutation of a bucket's positions, for one x at a time. It is computed only as
 * far as needed, since most draws are early ones.
 */
final class Permutation {
  private final int bucketId;
  private final int[] order;
  private int x;
  private int settled;

  Permutation(int bucketId, int size) {
    this.bucketId = bucketId;
    this.order = new int[size];
  }

  /** The position at index {@code r} modulo the size. */
  int at(int key, int r) {
    if (settled == 0 || x != key) {
      x = key;
      settled = 0;
      for (int i = 0; i < order.length; i++) {
        order[i] = i;
      }
    }
    int place = Integer.remainderUnsigned(r, order.length);
    while (settled <= place) {
      settle(settled++);
    }
    return order[place];
  }

  private void settle(int place) {
    int left = order.length - place;
    int other = place + Integer.remainderUnsigned(CrushHash.hash32(x, bucketId, place), left);
    int taken = order[other];
    order[other] = order[place];
    order[place] = taken;
  }
}
