package io.pando.merkle;

/**
 * A part of a hash tree: on level 0 the whole tree, on every other level one half of a part above.
 *
 * @param level 0 to the tree's depth
 * @param index 0 to 2<sup>level</sup> - 1, in placement order
 */
public record Subtree(int level, int index) {
  /** The whole tree. */
  public static final Subtree ROOT = new Subtree(0, 0);

  public Subtree {
    if (level < 0 || level > TreeDepth.MOST || index < 0 || index >= 1 << level) {
      throw new IllegalArgumentException("no part of a tree: level " + level + ", " + index);
    }
  }

  /**
   * The first of the 2<sup>by</sup> parts into which this part is divided {@code by} levels below;
   * their indexes are consecutive.
   */
  public Subtree firstBelow(int by) {
    return new Subtree(level + by, index << by);
  }
}
