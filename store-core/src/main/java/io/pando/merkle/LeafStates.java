package io.pando.merkle;

import io.pando.check.Invariant;

/**
 * The states of a range of leaves at one moment. Immutable; takes 12 bytes a leaf.
 *
 * <p>Made by {@link HashTree#states}.
 */
public final class LeafStates {
  private final int first;
  private final long[] xors;
  private final int[] counts;

  LeafStates(int first, long[] xors, int[] counts) {
    this.first = first;
    this.xors = xors;
    this.counts = counts;
  }

  /** Whether a leaf is in the range. */
  public boolean contains(int leaf) {
    return leaf >= first && leaf - first < xors.length;
  }

  /** Whether a leaf was sure; it must be in the range. */
  public boolean isSure(int leaf) {
    return counts[at(leaf)] != LeafState.UNSURE;
  }

  /** Whether a leaf had exactly these contents; it must be in the range and was sure. */
  public boolean held(int leaf, long xor, int count) {
    return xors[at(leaf)] == xor && counts[at(leaf)] == count;
  }

  private int at(int leaf) {
    Invariant.check(contains(leaf), () -> "leaf " + leaf + " is not among those noted");
    return leaf - first;
  }
}
