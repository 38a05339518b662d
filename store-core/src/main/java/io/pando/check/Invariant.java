package io.pando.check;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A condition that the code itself guarantees. A broken one means that the state in memory can no
 * longer be trusted, so the daemon must stop rather than go on; it is never used for input from
 * outside.
 */
public final class Invariant {
  private Invariant() {}

  /**
   * Thrown when an invariant is broken. Nothing but the outermost loop of a daemon catches it, and
   * that stops.
   */
  public static final class BrokenInvariant extends AssertionError {
    private static final long serialVersionUID = 1;

    BrokenInvariant(String message) {
      super(message);
    }
  }

  /** Stops unless {@code holds}. */
  public static void check(boolean holds, String what) {
    if (!holds) {
      throw new BrokenInvariant(what);
    }
  }

  /** Stops unless {@code holds}; the message is only built when it does not. */
  public static void check(boolean holds, Supplier<String> what) {
    if (!holds) {
      throw new BrokenInvariant(what.get());
    }
  }

  /** The value, which must be there. */
  public static <T> T present(@Nullable T value, Supplier<String> what) {
    if (value == null) {
      throw new BrokenInvariant(what.get());
    }
    return value;
  }

  /** An arm of the code that cannot be reached while the invariants hold. */
  public static BrokenInvariant unreachable(String what) {
    return new BrokenInvariant(what);
  }
}
