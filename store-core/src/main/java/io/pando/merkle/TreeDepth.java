package io.pando.merkle;

/**
 * Limits for the depth of hash trees, and the choice of a depth: as deep as the leaves are used,
 * and no deeper (paper 000, equations 4 and 5). The natural logarithm of a power of two is a
 * multiple of that of two, so integer arithmetic is sufficient.
 *
 * @param least least depth, that of an empty group
 * @param most greatest depth, for any number of objects; equal to {@code least} for a fixed depth
 */
public record TreeDepth(int least, int most) {
  /** Default least depth: about a thousand leaves. */
  public static final int LEAST = 10;

  /** Default greatest depth: about a million leaves. */
  public static final int MOST = 20;

  /** Default depth limits. */
  public static final TreeDepth DEFAULT = new TreeDepth(LEAST, MOST);

  private static final long LN_2_MICROS = 693_147;
  private static final long GAMMA_MICROS = 577_216;

  public TreeDepth {
    if (least < 0 || least > most || most > MOST) {
      throw new IllegalArgumentException("depth of trees: " + least + " to " + most);
    }
  }

  /**
   * Average number of objects after which every leaf of a tree is used (equation 4).
   *
   * @param depth depth of the tree, up to {@value #MOST}
   */
  public static long objectsToUse(int depth) {
    long leaves = 1L << depth;
    return (leaves * (depth * LN_2_MICROS + GAMMA_MICROS) + 500_000) / 1_000_000;
  }

  /**
   * The least depth at which {@code objects} are not enough to use all leaves, within the limits; a
   * leaf then has about six objects.
   */
  public int of(long objects) {
    int depth = least;
    while (depth < most && objectsToUse(depth) < objects) {
      depth++;
    }
    return depth;
  }

  /**
   * The depth that an existing tree should have: unchanged as long as it is nearly right, since a
   * change of depth requires reading.
   */
  public int of(long objects, int now) {
    boolean tooFlat = of(objects / 2) > now;
    boolean tooDeep = of(times(objects, 16)) < now;
    // Chosen with room to grow, so that the tree is not soon too flat again.
    return tooFlat || tooDeep ? of(times(objects, 4)) : now;
  }

  private static long times(long objects, int factor) {
    return Math.min(objects, Long.MAX_VALUE / factor) * factor;
  }
}
