package io.pando.crush;

import org.jspecify.annotations.Nullable;

/**
 * The memory that mapping works in, so that it allocates nothing once it has grown to the size of
 * the map. One for each thread that maps; it may serve any maps in turn.
 */
public final class Workspace {
  private final RuleRun run = new RuleRun(this);
  private int[] draws = {};
  private @Nullable Permutation[] permutations = {};

  public Workspace() {}

  /** The interpreter that works in this memory. */
  RuleRun run() {
    return run;
  }

  /** Makes room for a map's buckets. */
  void prepare(MappingPlan plan) {
    permutations = new Permutation[plan.nodeCount()];
    if (draws.length < plan.largestBucket()) {
      draws = new int[plan.largestBucket()];
    }
  }

  /** Room for a draw for each item of a bucket. */
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
