package io.pando.sim.plan;

import io.pando.probe.Limit;
import io.pando.random.Random64;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * The limits of production code in one run. Each value depends only on the seed and the limit's
 * name, so the order in which limits are first used does not matter.
 */
final class DrawnLimits implements ToLongFunction<Limit> {
  /**
   * A run has dozens of stores with little data: buffers of production size would take most of its
   * time, and reserves on disks would never be used up.
   */
  private static final int MOST_RESERVE_BITS = 5;

  private final long seed;
  private final boolean small;
  private final Map<Limit, Long> drawn = new HashMap<>();

  /**
   * Creates the limits of a seed.
   *
   * @param small whether some are much lower than in production; reserves always are
   */
  DrawnLimits(long seed, boolean small) {
    this.seed = seed;
    this.small = small;
  }

  @Override
  public long applyAsLong(Limit limit) {
    return drawn.computeIfAbsent(limit, this::draw);
  }

  private long draw(Limit limit) {
    Random64 random = new Random64(seed * 0x9E3779B97F4A7C15L + limit.name().hashCode());
    if (limit.isReserve()) {
      return Math.min(limit.usual(), limit.least() << random.nextInt(MOST_RESERVE_BITS + 1));
    }
    if (!small || random.nextBoolean()) {
      return limit.usual();
    }
    // Every order of magnitude is equally likely.
    int bits = Long.SIZE - Long.numberOfLeadingZeros(limit.usual() - limit.least());
    long above = random.between(0, 1L << random.nextInt(bits + 1));
    return Math.min(limit.usual(), limit.least() + above);
  }
}
