package io.pando.sim.net;

import io.pando.random.Random64;

/**
 * Delays of messages.
 *
 * @param leastNanos smallest delay
 * @param usualNanos largest delay of most messages
 * @param slowOneIn one message in this many takes up to {@code slowNanos}
 */
public record SimDelays(long leastNanos, long usualNanos, int slowOneIn, long slowNanos) {
  /** A local network with hiccups: 20 to 500 µs, one message in 200 up to 50 ms. */
  public static final SimDelays LOCAL = new SimDelays(20_000, 500_000, 200, 50_000_000);

  /** Delays that a seed draws: a good network, one with hiccups, or a bad one. */
  public static SimDelays drawn(Random64 random) {
    int slowOneIn = (int) random.between(5, 500);
    return new SimDelays(20_000, random.between(100_000, 2_000_000), slowOneIn, 50_000_000);
  }

  long draw(Random64 random) {
    return random.oneIn(slowOneIn)
        ? random.between(usualNanos, slowNanos)
        : random.between(leastNanos, usualNanos);
  }
}
