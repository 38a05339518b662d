package io.pando.merkle;

/**
 * A leaf as it is stored.
 *
 * @param leaf its number in the tree
 * @param xor of its items' digests
 * @param count of its items; {@value #UNSURE} if it is not known what it holds
 */
public record LeafState(int leaf, long xor, int count) {
  /** In place of a count. */
  public static final int UNSURE = -1;
}
