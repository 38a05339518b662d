package io.pando.check;

/**
 * Says after which steps of one machine its thorough invariants are checked: after every n-th, so
 * that a run repeats what it checked. A broken invariant stays broken as a rule, so that a later
 * step shows it.
 */
public final class Sampling {
  private final int every;
  private int steps;

  /**
   * Counts from the first step on.
   *
   * @param every the steps from one check to the next
   */
  public Sampling(int every) {
    this.every = every;
  }

  /** Whether the step that ends now is one; never where checks are not thorough. */
  public boolean isDue() {
    if (!CheckLevel.isThorough()) {
      return false;
    }
    steps++;
    if (steps < every) {
      return false;
    }
    steps = 0;
    return true;
  }
}
