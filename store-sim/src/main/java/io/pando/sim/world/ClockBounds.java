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
  /** One and a half percent, which is what leases allow for, and two seconds. */
  public static final ClockBounds USUAL = new ClockBounds(15_000, 2_000);

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

  /** Any drift within the bounds; one in three is at a bound. */
  public int drawDrift(Random64 random) {
    int drift = (int) random.between(-driftPpm, driftPpm);
    return random.oneIn(3) ? Integer.signum(drift) * driftPpm : drift;
  }
}
