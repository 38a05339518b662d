package io.pando.random;

import io.pando.check.Invariant;

/**
 * A small, fast, seeded generator (SplitMix64) whose sequence is the same on every machine and
 * release. Not for secrets. Not safe for use by several threads; {@link #split()} makes an
 * independent generator for another user.
 */
public final class Random64 {
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  private long state;

  public Random64(long seed) {
    this.state = seed;
  }

  /** The next 64 bits. */
  public long nextLong() {
    state += GOLDEN_GAMMA;
    return mix(state);
  }

  /** A number from 0 to {@code bound - 1}; the bound is positive. */
  public int nextInt(int bound) {
    Invariant.check(bound > 0, "bound must be positive");
    return (int) (((nextLong() >>> 32) * bound) >>> 32);
  }

  /** A number from {@code from} to {@code to}, both included. */
  public long between(long from, long to) {
    Invariant.check(from <= to, "from must not be after to");
    return from + Long.remainderUnsigned(nextLong(), to - from + 1 == 0 ? -1L : to - from + 1);
  }

  /** True once in {@code times} on average. */
  public boolean oneIn(int times) {
    return nextInt(times) == 0;
  }

  public boolean nextBoolean() {
    return nextLong() < 0;
  }

  /** Fills an array. */
  public void nextBytes(byte[] bytes) {
    for (int i = 0; i < bytes.length; ) {
      long bits = nextLong();
      for (int j = 0; j < 8 && i < bytes.length; j++, i++) {
        bytes[i] = (byte) bits;
        bits >>>= 8;
      }
    }
  }

  /** An independent generator, seeded by this one. */
  public Random64 split() {
    return new Random64(nextLong());
  }

  private static long mix(long z) {
    long a = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    long b = (a ^ (a >>> 27)) * 0x94D049BB133111EBL;
    return b ^ (b >>> 31);
  }
}
