package io.pando.check;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A condition that the code itself guarantees. A broken invariant means that the state in memory
 * cannot be trusted any more, so the daemon must stop. Never used to validate input from outside.
 */
public final class Invariant {
  private Invariant() {}

  /**
   * Thrown when an invariant is broken. Only the outermost loop of a daemon catches it, and then
   * stops the daemon.
   */
  public static final class BrokenInvariant extends AssertionError {
    BrokenInvariant(String message) {
      super(message);
    }
  }

  /** Throws {@link BrokenInvariant} unless {@code holds}. */
  public static void check(boolean holds, String what) {
    if (!holds) {
      throw new BrokenInvariant(what);
    }
  }

  /**
   * Throws {@link BrokenInvariant} unless {@code holds}; the message is built only in that case.
   */
  public static void check(boolean holds, Supplier<String> what) {
    if (!holds) {
      throw new BrokenInvariant(what.get());
    }
  }

  /** The value; throws {@link BrokenInvariant} if it is null. */
  public static <T> T present(@Nullable T value, Supplier<String> what) {
    if (value == null) {
      throw new BrokenInvariant(what.get());
    }
    return value;
  }

  /** The exception for a branch that cannot be reached while the invariants hold. */
  public static BrokenInvariant unreachable(String what) {
    return new BrokenInvariant(what);
  }
}
