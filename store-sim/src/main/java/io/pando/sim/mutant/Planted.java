package io.pando.sim.mutant;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The switch that mutated code looks at. There is one for each {@link Laboratory}, in its class
 * loader; code outside of a laboratory never sees it.
 */
public final class Planted {
  /** Number of the mutant that is on; 0 is none. */
  public static int active;

  /** What one send took that is to follow the next one; null: nothing. */
  public static @Nullable Object receiver;

  /** See {@link #receiver}. */
  public static @Nullable Object effect;

  private static long reached;
  private static @Nullable BitSet passed;

  private Planted() {}

  /** Code that a drawn mutant changes is about to run; whether it is to run changed. */
  public static boolean at(int mutant) {
    BitSet recorded = passed;
    if (recorded != null) {
      recorded.set(mutant);
    }
    boolean on = mutant == active;
    reached += on ? 1 : 0;
    return on;
  }

  /** A send waits for the next one. */
  public static void hold(Object sendsTo, Object sent) {
    receiver = sendsTo;
    effect = sent;
  }

  /** It was sent. */
  public static void letGo() {
    receiver = null;
    effect = null;
  }

  /** From now on it is noted which drawn mutants' code runs. */
  public static void record() {
    passed = new BitSet();
  }

  /** Numbers of those whose code has run since {@link #record}; nothing is noted any more. */
  public static int[] recorded() {
    BitSet recorded = passed;
    passed = null;
    return recorded == null ? new int[0] : recorded.stream().toArray();
  }

  /** Mutated code runs. */
  public static void reach() {
    reached++;
  }

  /** Switches; what was reached is counted anew. */
  public static void activate(int mutant) {
    active = mutant;
    reached = 0;
    letGo();
  }

  /** How often mutated code has run since. */
  public static long reached() {
    return reached;
  }
}
