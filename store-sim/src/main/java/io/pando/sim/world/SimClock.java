package io.pando.sim.world;

/**
 * The clocks of a process: a monotonic one that runs fast or slow, and a wall clock that may be
 * off. Both are functions of the world's time.
 */
final class SimClock {
  private static final long MILLION = 1_000_000;

  private long baseWorldNanos;
  private long baseLocalNanos;
  private long ratePpm = MILLION;
  private long wallOffMillis;

  SimClock(long worldNanos, long localNanos) {
    this.baseWorldNanos = worldNanos;
    this.baseLocalNanos = localNanos;
  }

  /** From now on it gains so many microseconds in a second, or loses them. */
  void drift(long worldNanos, int ppm) {
    baseLocalNanos = localNanos(worldNanos);
    baseWorldNanos = worldNanos;
    ratePpm = MILLION + ppm;
  }

  /** From now on the wall clock is ahead by so much, or behind. */
  void wallOff(long millis) {
    wallOffMillis = millis;
  }

  long localNanos(long worldNanos) {
    return baseLocalNanos + scale(worldNanos - baseWorldNanos, ratePpm, MILLION);
  }

  /** The first moment of the world at which the monotonic clock shows so much. */
  long worldNanos(long localNanos) {
    long world = baseWorldNanos + scale(localNanos - baseLocalNanos, MILLION, ratePpm);
    while (localNanos(world) < localNanos) {
      world++;
    }
    return world;
  }

  long wallMillis(long worldNanos) {
    return SimWorld.WALL_START_MILLIS + worldNanos / MILLION + wallOffMillis;
  }

  /** {@code nanos * times / over}, rounded down, without an overflow on the way. */
  private static long scale(long nanos, long times, long over) {
    return nanos / over * times + nanos % over * times / over;
  }
}
