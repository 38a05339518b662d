package io.pando.erasure;

import io.pando.erasure.code.CodeParameters;

/**
 * An erasure code over the fragments of an object. Each fragment has a position; some positions
 * hold data, the others parity. All operations apply to bytes at the same offset of all fragments:
 * a fragment that is shorter than others counts as followed by zeros, and its zeros are left out of
 * a computation by choosing the transform for the fragments that have bytes there.
 *
 * <p>Instances are immutable and safe for use by several threads. Plans and transforms depend only
 * on positions: who uses one for many objects keeps it.
 */
public interface ErasureCode {
  /** The code's name. */
  CodeParameters parameters();

  /** Number of positions. */
  int positions();

  /** The positions of the data fragments; in ascending order they are in the order of the data. */
  Positions dataPositions();

  /** The position of the data fragment with this index. */
  int dataPosition(int index);

  /** The positions of parity fragments. */
  default Positions parityPositions() {
    return Positions.first(positions()).minus(dataPositions());
  }

  /**
   * Computes all parity fragments from the first {@code count} data fragments, where the other data
   * fragments are zeros or have no bytes.
   */
  FragmentTransform encoder(int count);

  /** The positions of the parity fragments that change when the data at some positions change. */
  Positions parityOf(Positions data);

  /**
   * Computes what to add to parity fragments: its inputs are the XOR of the old and the new data at
   * these positions, its outputs the fragments at {@link #parityOf}. Its coder accumulates them
   * into the old parity, which gives the new parity.
   */
  FragmentTransform delta(Positions data);

  /**
   * Which fragments to read to have those at {@code wanted}, with these fragments alive. Wanted
   * fragments that are alive are read, unless other wanted fragments determine them. Among all such
   * sets the plan reads one with the fewest positions, and among those one with the least cost.
   */
  ReadPlan plan(Positions wanted, Positions alive, ReadCosts costs);

  /** {@link #plan(Positions, Positions, ReadCosts)} with equal costs. */
  default ReadPlan plan(Positions wanted, Positions alive) {
    return plan(wanted, alive, ReadCosts.EQUAL);
  }

  /** Whether the fragments at these positions determine all fragments. */
  boolean decodes(Positions alive);

  /** The smallest number of fragments that determine all fragments, whichever they are. */
  int alwaysDecodes();
}
