package io.pando.sim.mutant.surgery;

import java.util.Locale;

/**
 * Kind of random mistake in compiled code. {@link SlipSites} finds its places, {@link SlipCode}
 * makes it.
 */
public enum Slip {
  /** A conditional branch goes the other way. */
  CONDITION_NEGATED,
  /** A conditional branch is never taken. */
  CONDITION_DROPPED,
  /** {@code <} becomes {@code <=} or the reverse, and likewise {@code >}. */
  COMPARISON_OFF_BY_ONE,
  /**
   * A call is left out; nothing, 0, false, an empty collection or the receiver replaces its result.
   */
  CALL_LEFT_OUT,
  /** Two adjacent arguments of one type are exchanged, or the receiver and its argument. */
  ARGUMENTS_SWAPPED,
  /** Another parameter of the method, of the same type, replaces the last argument. */
  ARGUMENT_STALE,
  /** A number is one larger or one smaller; 0 and 1 are exchanged. */
  CONSTANT_SHIFTED;

  /** Name for people. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
