package io.pando.probe;

import java.util.function.Consumer;

/**
 * Marks a rare branch, so that a simulation can tell whether its seeds ever reach it.
 *
 * <p>In production nothing is listening: unless the JVM was started with {@code
 * -Dpando.probes=true} the call is empty, and the compiler removes it. Otherwise each reached probe
 * is told to the consumer of the nearest enclosing {@link #listen}, on the thread that reached it.
 * The idea is that of FoundationDB's {@code TEST} macro.
 */
public final class Probe {
  private static final boolean ON = Boolean.getBoolean("pando.probes");
  private static final ScopedValue<Consumer<String>> LISTENER = ScopedValue.newInstance();

  private Probe() {}

  /** Whether probes are told to anybody in this JVM. */
  public static boolean isOn() {
    return ON;
  }

  /**
   * The branch that encloses this call was taken.
   *
   * @param name what is rare about it, a literal that no other probe has: {@code "log: merged a
   *     divergent entry of a removed object"}
   */
  public static void reached(String name) {
    if (ON && LISTENER.isBound()) {
      LISTENER.get().accept(name);
    }
  }

  /**
   * The same if a condition holds, for a branch that has no block of its own.
   *
   * @param holds the rare condition, which is evaluated in production too: a value that is there
   *     anyway, never a call that costs something
   */
  public static void reachedIf(boolean holds, String name) {
    if (ON && holds) {
      reached(name);
    }
  }

  /** Runs an action on this thread; names of the probes that it reaches go to the consumer. */
  public static void listen(Consumer<String> listener, Runnable action) {
    ScopedValue.where(LISTENER, listener).run(action);
  }
}
