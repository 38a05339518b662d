package io.pando.check;

/**
 * Which invariants are checked after a step. Those that cost a few comparisons are checked always,
 * in production too. Those that look through a collection are <em>thorough</em>: they are checked
 * where the JVM was started with {@code -Dpando.invariants=thorough}, as the simulator and the
 * tests are, and there by {@link Sampling} after some steps only. Elsewhere the compiler removes
 * them.
 */
public final class CheckLevel {
  private static final boolean THOROUGH = "thorough".equals(System.getProperty("pando.invariants"));

  private CheckLevel() {}

  /** Whether thorough checks are made in this JVM. */
  public static boolean isThorough() {
    return THOROUGH;
  }
}
