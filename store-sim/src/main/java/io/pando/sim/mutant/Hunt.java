package io.pando.sim.mutant;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** Looks for the first seed that notices a mutant. */
public final class Hunt {
  private final Laboratory laboratory;
  private final LongSupplier nanoTime;
  private final Map<String, Boolean> sound = new TreeMap<>();

  /** Hunts in a laboratory; the clock says how long it took. */
  public Hunt(Laboratory laboratory, LongSupplier nanoTime) {
    this.laboratory = laboratory;
    this.nanoTime = nanoTime;
  }

  /**
   * How a hunt ended.
   *
   * @param caught whether a run noticed the mutant
   * @param seed that did; the last one tried if none did
   * @param how the first thing it noticed; empty if nothing
   * @param tried seeds run
   * @param reached how often mutated code ran in all of them; if never, the runs do not get there
   */
  public record Result(
      Mutant mutant,
      boolean caught,
      long seed,
      String how,
      int tried,
      long reached,
      long elapsedNanos) {}

  /**
   * Tries seeds, one after the other, until one notices. What a seed shows of the code as it is
   * tells nothing of the mutant: such a seed does not count.
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
        return new Result(mutant, true, seed, how, tried, reached, elapsed);
      }
    }
    return new Result(mutant, false, last, "", tried, reached, nanoTime.getAsLong() - began);
  }

  private boolean isSound(long seed, String profile) {
    return sound.computeIfAbsent(
        profile + " " + seed, _ -> laboratory.run(null, seed, profile).violations().isEmpty());
  }
}
