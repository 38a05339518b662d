package io.pando.merkle;

/**
 * The stored state of a leaf.
 *
 * @param leaf number of the leaf in the tree
 * @param xor exclusive or of its items' digests
 * @param count number of its items; {@value #UNSURE} if the leaf is unsure
 */
public record LeafState(int leaf, long xor, int count) {
  /** Value of {@code count} for an unsure leaf. */
  public static final int UNSURE = -1;
}
