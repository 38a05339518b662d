package io.pando.crush.choose;

import org.jspecify.annotations.Nullable;

/**
 * Work memory of the mapper: once it has grown to the size of the map, mapping allocates nothing.
 * Each thread uses its own; it can be used with several maps in turn.
 */
public final class Workspace {
  /** Marks a position of an {@code indep} result that could not be filled. */
  public static final int NONE = 0x7fffffff;

  /** The reweight of a device that never declines: 1.0 in 16.16 fixed point. */
  public static final int FULL_WEIGHT = 0x10000;

  private final RuleRun run = new RuleRun(this);
  private int[] draws = {};
  private @Nullable Permutation[] permutations = {};

  public Workspace() {}

  /**
   * Maps a number by a rule of a map.
   *
   * @return number of elements of {@code result} that are set
   */
  public int map(MappingPlan plan, int ruleId, int x, int[] result, int[] reweights) {
    return run.map(plan, ruleId, x, result, reweights);
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
