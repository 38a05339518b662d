package io.pando.merkle;

/**
 * How deep trees should be: so deep that their leaves are used, and no deeper (paper 000, equations
 * 4 and 5), within bounds. The natural logarithm of a power of two is a multiple of that of two, so
 * whole numbers do for it.
 *
 * @param least of an empty group
 * @param most whatever a group has; the same as the least if the depth is not to change
 */
public record TreeDepth(int least, int most) {
  /** A thousand leaves. */
  public static final int LEAST = 10;

  /** A million leaves. */
  public static final int MOST = 20;

  /** What does for everybody. */
  public static final TreeDepth DEFAULT = new TreeDepth(LEAST, MOST);

  private static final long LN_2_MICROS = 693_147;
  private static final long GAMMA_MICROS = 577_216;

  public TreeDepth {
    if (least < 0 || least > most || most > MOST) {
      throw new IllegalArgumentException("depth of trees: " + least + " to " + most);
    }
  }

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
  public int of(long objects) {
    int depth = least;
    while (depth < most && objectsToUse(depth) < objects) {
      depth++;
    }
    return depth;
  }

  /**
   * The depth that a tree should have that has another one now: the same as long as it is nearly
   * right, since to change it costs reading.
   */
  public int of(long objects, int now) {
    boolean tooFlat = of(objects / 2) > now;
    boolean tooDeep = of(times(objects, 16)) < now;
    // With room to grow, so that it is not soon too flat again.
    return tooFlat || tooDeep ? of(times(objects, 4)) : now;
  }

  private static long times(long objects, int factor) {
    return Math.min(objects, Long.MAX_VALUE / factor) * factor;
  }
}
