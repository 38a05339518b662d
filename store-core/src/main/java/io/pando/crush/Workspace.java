package io.pando.crush;

import org.jspecify.annotations.Nullable;

/**
 * Work memory of the mapper: once it has grown to the size of the map, mapping allocates nothing.
 * Each thread uses its own; it can be used with several maps in turn.
 */
public final class Workspace {
  private final RuleRun run = new RuleRun(this);
  private int[] draws = {};
  private @Nullable Permutation[] permutations = {};

  public Workspace() {}

  /** The interpreter that uses this memory. */
  RuleRun run() {
    return run;
  }

  /** Grows the memory to the size of a map's buckets. */
  void prepare(MappingPlan plan) {
    permutations = new Permutation[plan.nodeCount()];
    if (draws.length < plan.largestBucket()) {
      draws = new int[plan.largestBucket()];
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
