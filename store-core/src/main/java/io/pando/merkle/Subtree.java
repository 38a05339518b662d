package io.pando.merkle;

/**
 * A part of a tree: the whole of it on level 0, a half of the part above on every other.
 *
 * @param level 0 to the tree's depth
 * @param index 0 to 2<sup>level</sup> - 1, in placement order
 */
public record Subtree(int level, int index) {
  /** All of a tree. */
  public static final Subtree ROOT = new Subtree(0, 0);

  public Subtree {
    if (level < 0 || level > TreeDepth.MOST || index < 0 || index >= 1 << level) {
      throw new IllegalArgumentException("no part of a tree: level " + level + ", " + index);
    }
  }

  /**
   * The first of the 2<sup>by</sup> parts that it has so many levels below; they follow each other.
   */
  public Subtree firstBelow(int by) {
    return new Subtree(level + by, index << by);
  }
}
