package io.pando.erasure;

/** Which fragments to read in order to have the fragments at some positions. */
public sealed interface ReadPlan {
  /**
   * The positions can be had.
   *
   * @param read the positions to read, in the same range of each fragment
   * @param transform computes the other requested positions from some of those that are read; it
   *     has no output if all requested positions are read
   */
  record Decodable(Positions read, FragmentTransform transform) implements ReadPlan {
    /** The positions that are computed. */
    public Positions computed() {
      return transform.to();
    }
  }

  /**
   * The fragments that are alive do not determine all requested positions.
   *
   * @param undetermined the requested positions that they do not determine
   */
  record NotDecodable(Positions undetermined) implements ReadPlan {}
}
