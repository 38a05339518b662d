package io.pando.sim.world;

import io.pando.check.Invariant;
import io.pando.random.Random64;

/**
 * Bounds of clock errors.
 *
 * @param driftPpm largest gain or loss of a monotonic clock, in microseconds per second
 * @param wallOffMillis largest error of a wall clock when its process starts
 */
public record ClockBounds(int driftPpm, long wallOffMillis) {
  /**
   * Default bounds: one and a half percent, which is the drift that leases allow for, and two
   * seconds.
   */
  public static final ClockBounds USUAL = new ClockBounds(15_000, 2_000);

  /** Exact clocks. */
  public static final ClockBounds EXACT = new ClockBounds(0, 0);

  private static final long LATEST_ORIGIN_NANOS = 1L << 50;

  public ClockBounds {
    Invariant.check(driftPpm >= 0 && driftPpm < 500_000, "drift must be below one half");
    Invariant.check(wallOffMillis >= 0, "the largest offset must be positive");
  }

  /** Draws a clock within the bounds; the origin of its monotonic time is arbitrary. */
  SimClock draw(long worldNanos, Random64 random) {
    long origin = random.between(0, LATEST_ORIGIN_NANOS);
    SimClock clock = new SimClock(worldNanos, origin);
    clock.drift(worldNanos, drawDrift(random));
    clock.wallOff(random.between(-wallOffMillis, wallOffMillis));
    return clock;
  }

  /** Draws a drift within the bounds; one in three is at a bound. */
  public int drawDrift(Random64 random) {
    int drift = (int) random.between(-driftPpm, driftPpm);
    return random.oneIn(3) ? Integer.signum(drift) * driftPpm : drift;
  }
}
