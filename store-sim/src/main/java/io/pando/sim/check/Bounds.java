package io.pando.sim.check;

/**
 * How long to look for an order before giving up.
 *
 * @param trials of one operation in one state, for each object; a change of a large state counts
 *     several times
 */
public record Bounds(long trials) {
  /** A few seconds at most for an object. */
  public static final Bounds USUAL = new Bounds(3_000_000);

  /** Checks the values. */
  public Bounds {
    if (trials < 1) {
      throw new IllegalArgumentException("trials must be positive: " + trials);
    }
  }
}
