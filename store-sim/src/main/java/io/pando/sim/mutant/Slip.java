package io.pando.sim.mutant;

import java.util.Locale;

/**
 * A kind of mistake that is drawn by chance and made in compiled code, wherever it fits. {@link
 * SlipSites} finds where, {@link SlipCode} makes it.
 */
public enum Slip {
  /** A conditional branch goes the other way. */
  CONDITION_NEGATED,
  /** A conditional branch is never taken. */
  CONDITION_DROPPED,
  /** {@code <} becomes {@code <=} or the reverse, and likewise {@code >}. */
  COMPARISON_OFF_BY_ONE,
  /** A call is left out; nothing, 0, false, an empty collection or the receiver stands for it. */
  CALL_LEFT_OUT,
  /** Two neighbouring arguments of one type are exchanged, or the receiver and its argument. */
  ARGUMENTS_SWAPPED,
  /** In place of the last argument stands another parameter of the method, of the same type. */
  ARGUMENT_STALE,
  /** A number is one larger, or one smaller; 0 and 1 are exchanged. */
  CONSTANT_SHIFTED,
  /** Of two effects that a method emits the second leaves first. */
  SENDS_EXCHANGED;

  /** The name as people write it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
