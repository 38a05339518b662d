package io.pando.crush.choose;

import org.jspecify.annotations.Nullable;

/** Work memory of the choices of items: draws, and permutations of buckets. */
final class DrawMemory {
  private int[] draws = {};
  private @Nullable Permutation[] permutations = {};

  /** Grows the memory to the size of a map's buckets. */
  void prepare(int nodeCount, int largestBucket) {
    permutations = new Permutation[nodeCount];
    if (draws.length < largestBucket) {
      draws = new int[largestBucket];
    }
  }

  /** Array for one draw for each item of a bucket. */
  int[] draws() {
    return draws;
  }

  /** The r-th position in a permutation of a bucket's positions that depends on x. */
  int permuted(int bucketId, int size, int x, int r) {
    Permutation permutation = permutations[-1 - bucketId];
    if (permutation == null) {
      permutation = new Permutation(bucketId, size);
      permutations[-1 - bucketId] = permutation;
    }
    return permutation.at(x, r);
  }
}
