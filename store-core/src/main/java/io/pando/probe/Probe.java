package io.pando.probe;

import java.util.function.Consumer;

/**
 * Marks a rare branch, so that a simulation can report whether its seeds ever reach it.
 *
 * <p>In production there is no listener: unless the JVM was started with {@code
 * -Dpando.probes=true} the call is empty, and the compiler removes it. Otherwise each reached probe
 * is passed to the consumer of the innermost enclosing {@link #listen}, on the thread that reached
 * it. The idea is that of FoundationDB's {@code TEST} macro.
 */
public final class Probe {
  private static final boolean ON = Boolean.getBoolean("pando.probes");
  private static final ScopedValue<Consumer<String>> LISTENER = ScopedValue.newInstance();

  private Probe() {}

  /** Whether probes are active in this JVM. */
  public static boolean isOn() {
    return ON;
  }

  /**
   * Records that the branch with this call was taken.
   *
   * @param name unique description of the rare case, as a literal: {@code "log: merged a divergent
   *     entry of a removed object"}
   */
  public static void reached(String name) {
    if (ON && LISTENER.isBound()) {
      LISTENER.get().accept(name);
    }
  }

  /**
   * As {@link #reached} if a condition holds, for a branch without its own block.
   *
   * @param holds the rare condition. It is evaluated in production too, so it must be a value at
   *     hand, never an expensive call
   */
  public static void reachedIf(boolean holds, String name) {
    if (ON && holds) {
      reached(name);
    }
  }

  /**
   * Runs an action on this thread and passes the names of the probes that it reaches to the
   * consumer.
   */
  public static void listen(Consumer<String> listener, Runnable action) {
    ScopedValue.where(LISTENER, listener).run(action);
  }
}
