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

  /**
   * Sets the drift from now on: {@code ppm} microseconds gained per second, or lost if negative.
   */
  void drift(long worldNanos, int ppm) {
    baseLocalNanos = localNanos(worldNanos);
    baseWorldNanos = worldNanos;
    ratePpm = MILLION + ppm;
  }

  /** Sets the wall clock ahead by {@code millis} from now on, or behind if negative. */
  void wallOff(long millis) {
    wallOffMillis = millis;
  }

  long localNanos(long worldNanos) {
    return baseLocalNanos + scale(worldNanos - baseWorldNanos, ratePpm, MILLION);
  }

  /** The first world time at which the monotonic clock shows {@code localNanos}. */
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

  /** {@code nanos * times / over}, rounded down, without an intermediate overflow. */
  private static long scale(long nanos, long times, long over) {
    return nanos / over * times + nanos % over * times / over;
  }
}
