package io.pando.check;

/**
 * Selects the steps of one machine after which its thorough invariants are checked: every n-th
 * step, so that a repeated run makes the same checks. A broken invariant usually stays broken, so a
 * later check finds it.
 */
public final class Sampling {
  private final int every;
  private int steps;

  /**
   * Starts counting at the first step.
   *
   * @param every number of steps from one check to the next
   */
  public Sampling(int every) {
    this.every = every;
  }

  /** Whether a check is due after the current step; always false where thorough checks are off. */
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
