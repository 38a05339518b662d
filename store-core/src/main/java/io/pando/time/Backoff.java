package io.pando.time;

import io.pando.random.Random64;

/**
 * Exponential back-off: delays that double from {@code firstNanos} to {@code maxNanos}. Each is
 * drawn at random between half and the whole of that, so that many waiting nodes do not retry at
 * the same time.
 *
 * @param firstNanos longest delay before the second attempt, positive
 * @param maxNanos longest delay after any attempt, at least {@code firstNanos}
 */
public record Backoff(long firstNanos, long maxNanos) {
  public Backoff {
    if (firstNanos <= 0 || maxNanos < firstNanos) {
      throw new IllegalArgumentException(
          "not a back-off: first " + firstNanos + " ns, longest " + maxNanos + " ns");
    }
  }

  /** Delay in nanoseconds after {@code failures} failed attempts (1 or more). */
  public long delayNanos(int failures, Random64 random) {
    int doublings = Math.min(Math.max(failures - 1, 0), 40);
    long ceiling = firstNanos > (maxNanos >> doublings) ? maxNanos : firstNanos << doublings;
    return random.between(ceiling / 2, ceiling);
  }
}
