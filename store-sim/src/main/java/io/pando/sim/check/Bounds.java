package io.pando.sim.check;

/**
 * Limit of the search for an order.
 *
 * @param trials most trials of one operation in one state, for each object; a change of a large
 *     object counts several times
 */
public record Bounds(long trials) {
  /** Default limit: a few seconds at most for an object. */
  public static final Bounds USUAL = new Bounds(3_000_000);

  /** Checks the values. */
  public Bounds {
    if (trials < 1) {
      throw new IllegalArgumentException("trials must be positive: " + trials);
    }
  }
}
