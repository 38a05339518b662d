package io.pando.sim.check;

import org.jspecify.annotations.Nullable;

/** Applies operations and counts the trials: a change of a large object counts several times. */
final class Trials {
  /** A change of a large object creates another state, which takes memory. */
  private static final int BYTES_OF_A_TRIAL = 8192;

  private long left;

  /** Too many trials. Never leaves {@link Search}. */
  static final class Exhausted extends RuntimeException {
    Exhausted() {
      super("too many trials", null, false, false);
    }
  }

  Trials(Bounds bounds) {
    this.left = bounds.trials();
  }

  /** See {@link Model#after}. */
  @Nullable State after(State before, ClientCall operation) {
    left -= 1 + (operation.mutates() ? before.content().size() / BYTES_OF_A_TRIAL : 0);
    if (left < 0) {
      throw new Exhausted();
    }
    return Model.after(before, operation);
  }
}
