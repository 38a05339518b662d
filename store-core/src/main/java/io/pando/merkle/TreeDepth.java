package io.pando.merkle;

/**
 * How deep a tree should be for so many objects (paper 000, equations 4 and 5): so deep that its
 * leaves are used, and no deeper. The natural logarithm of a power of two is a multiple of that of
 * two, so whole numbers do for it.
 */
public final class TreeDepth {
  /** Of an empty group. */
  public static final int LEAST = 10;

  /** A million leaves. */
  public static final int MOST = 20;

  private static final long LN_2_MICROS = 693_147;
  private static final long GAMMA_MICROS = 577_216;

  private TreeDepth() {}

  /**
   * After how many objects every leaf of a tree is used, on average (equation 4).
   *
   * @param depth of the tree, up to {@value #MOST}
   */
  public static long objectsToUse(int depth) {
    long leaves = 1L << depth;
    return (leaves * (depth * LN_2_MICROS + GAMMA_MICROS) + 500_000) / 1_000_000;
  }

  /** The least depth at which not all leaves are used, so that a leaf has about six objects. */
  public static int of(long objects) {
    int depth = LEAST;
    while (depth < MOST && objectsToUse(depth) < objects) {
      depth++;
    }
    return depth;
  }

  /**
   * The depth that a tree should have that has another one now: the same as long as it is nearly
   * right, since to change it costs reading.
   */
  public static int of(long objects, int now) {
    boolean tooFlat = of(objects / 2) > now;
    boolean tooDeep = of(times(objects, 16)) < now;
    // With room to grow, so that it is not soon too flat again.
    return tooFlat || tooDeep ? of(times(objects, 4)) : now;
  }

  private static long times(long objects, int factor) {
    return Math.min(objects, Long.MAX_VALUE / factor) * factor;
  }
}
