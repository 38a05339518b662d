package io.pando.sim.world;

import io.pando.check.Invariant;
import io.pando.random.Random64;

/**
 * How wrong clocks may be.
 *
 * @param driftPpm a monotonic clock gains or loses at most so many microseconds in a second
 * @param wallOffMillis a wall clock is off by at most so much when its process starts
 */
public record ClockBounds(int driftPpm, long wallOffMillis) {
  /** Half a percent, and two seconds: worse than any machine that is looked after. */
  public static final ClockBounds USUAL = new ClockBounds(5_000, 2_000);

  /** Clocks that are right. */
  public static final ClockBounds EXACT = new ClockBounds(0, 0);

  private static final long LATEST_ORIGIN_NANOS = 1L << 50;

  public ClockBounds {
    Invariant.check(driftPpm >= 0 && driftPpm < 500_000, "a drift below one half");
    Invariant.check(wallOffMillis >= 0, "an offset is at most something positive");
  }

  /** A clock within the bounds; what its monotonic time counts from is nobody's business. */
  SimClock draw(long worldNanos, Random64 random) {
    long origin = random.between(0, LATEST_ORIGIN_NANOS);
    SimClock clock = new SimClock(worldNanos, origin);
    clock.drift(worldNanos, drawDrift(random));
    clock.wallOff(random.between(-wallOffMillis, wallOffMillis));
    return clock;
  }

  int drawDrift(Random64 random) {
    return (int) random.between(-driftPpm, driftPpm);
  }
}
