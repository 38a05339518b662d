package io.pando.merkle;

import io.pando.check.Invariant;

/**
 * What leaves in a row held at one moment. Immutable; takes 12 bytes a leaf.
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

  /** Whether a leaf is among them. */
  public boolean contains(int leaf) {
    return leaf >= first && leaf - first < xors.length;
  }

  /** Whether it was known what a leaf held; the leaf is among them. */
  public boolean isSure(int leaf) {
    return counts[at(leaf)] != LeafState.UNSURE;
  }

  /** Whether a leaf held exactly that; the leaf is among them, and it was known what it held. */
  public boolean held(int leaf, long xor, int count) {
    return xors[at(leaf)] == xor && counts[at(leaf)] == count;
  }

  private int at(int leaf) {
    Invariant.check(contains(leaf), () -> "leaf " + leaf + " is not among those noted");
    return leaf - first;
  }
}
