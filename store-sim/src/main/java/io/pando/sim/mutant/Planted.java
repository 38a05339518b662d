package io.pando.sim.mutant;

/**
 * The switch that mutated code looks at. There is one for each {@link Laboratory}, in its class
 * loader; code outside of a laboratory never sees it.
 */
public final class Planted {
  /** Number of the mutant that is on; 0 is none. */
  public static int active;

  private static long reached;

  private Planted() {}

  /** Mutated code runs. */
  public static void reach() {
    reached++;
  }

  /** Switches; what was reached is counted anew. */
  public static void activate(int mutant) {
    active = mutant;
    reached = 0;
  }

  /** How often mutated code has run since. */
  public static long reached() {
    return reached;
  }
}
