package io.pando.sim.mutant;

import io.pando.sim.mutant.surgery.Mutant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** Searches for the first seed that detects a mutant. */
public final class Hunt {
  private final Laboratory laboratory;
  private final LongSupplier nanoTime;
  private final Map<String, Boolean> sound = new TreeMap<>();

  /** Hunts in a laboratory; the clock measures the duration. */
  public Hunt(Laboratory laboratory, LongSupplier nanoTime) {
    this.laboratory = laboratory;
    this.nanoTime = nanoTime;
  }

  /**
   * Result of a hunt.
   *
   * @param caught whether a run detected the mutant
   * @param seed the detecting seed; the last one tried if none did
   * @param how the first violation; empty if there is none
   */
  public record Result(Mutant mutant, boolean caught, long seed, String how, Effort effort) {}

  /**
   * Effort of a hunt.
   *
   * @param tried number of seeds run
   * @param reached how often mutated code ran, in all runs; 0 if the runs do not reach it
   */
  public record Effort(int tried, long reached, long elapsedNanos) {}

  /**
   * Tries seeds one after the other until one detects the mutant. A seed that fails without the
   * mutant proves nothing about it, and does not count.
   */
  public Result of(Mutant mutant, List<Long> seeds) {
    long began = nanoTime.getAsLong();
    long reached = 0;
    int tried = 0;
    long last = 0;
    for (long seed : seeds) {
      Laboratory.Outcome outcome = laboratory.run(mutant, seed, mutant.profile());
      tried++;
      last = seed;
      reached += outcome.reached();
      if (!outcome.violations().isEmpty() && isSound(seed, mutant.profile())) {
        long elapsed = nanoTime.getAsLong() - began;
        String how = outcome.violations().getFirst();
        return new Result(mutant, true, seed, how, new Effort(tried, reached, elapsed));
      }
    }
    Effort effort = new Effort(tried, reached, nanoTime.getAsLong() - began);
    return new Result(mutant, false, last, "", effort);
  }

  private boolean isSound(long seed, String profile) {
    return sound.computeIfAbsent(
        profile + " " + seed, _ -> laboratory.run(null, seed, profile).violations().isEmpty());
  }
}
