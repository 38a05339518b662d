package io.pando.sim.mutant;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The switch that mutated code reads. There is one for each {@link Laboratory}, in its class
 * loader; code outside of a laboratory never sees it.
 */
public final class Planted {
  /** Number of the active mutant; 0 for none. */
  public static int active;

  private static long reached;
  private static @Nullable BitSet passed;

  private Planted() {}

  /** Code of a drawn mutant is about to run; returns whether the mutant is active. */
  public static boolean at(int mutant) {
    BitSet recorded = passed;
    if (recorded != null) {
      recorded.set(mutant);
    }
    boolean on = mutant == active;
    reached += on ? 1 : 0;
    return on;
  }

  /** Records from now on which drawn mutants' code runs. */
  public static void record() {
    passed = new BitSet();
  }

  /** Numbers of the drawn mutants whose code has run since {@link #record}; ends the recording. */
  public static int[] recorded() {
    BitSet recorded = passed;
    passed = null;
    return recorded == null ? new int[0] : recorded.stream().toArray();
  }

  /** Counts a run of mutated code. */
  public static void reach() {
    reached++;
  }

  /** Activates a mutant, and resets the count of runs. */
  public static void activate(int mutant) {
    active = mutant;
    reached = 0;
  }

  /** Runs of mutated code since the last activation. */
  public static long reached() {
    return reached;
  }
}
