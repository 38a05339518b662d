package io.pando.check;

/**
 * Which invariants are checked after a step. Invariants that take a few comparisons are always
 * checked, in production too. Invariants that iterate over a collection are <em>thorough</em>. They
 * are checked only if the JVM was started with {@code -Dpando.invariants=thorough}, as it is for
 * the simulator and the tests, and even then {@link Sampling} checks them only after some steps. In
 * other JVMs the compiler removes them.
 */
public final class CheckLevel {
  private static final boolean THOROUGH = "thorough".equals(System.getProperty("pando.invariants"));

  private CheckLevel() {}

  /** Whether this JVM makes thorough checks. */
  public static boolean isThorough() {
    return THOROUGH;
  }
}
