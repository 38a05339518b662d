package io.pando.sim.run;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** What many runs gave together. Safe for use by several threads. */
public final class Tally {
  private final List<Outcome> failures = new ArrayList<>();
  private final SortedMap<Trouble, Long> troubles = new TreeMap<>();
  private final SortedMap<String, Reached> probes = new TreeMap<>();
  private long seeds;
  private double virtualSeconds;
  private long operations;
  private long told;
  private long events;

  /**
   * How often a probe was reached.
   *
   * @param times in all seeds together
   * @param seeds that reached it
   * @param least the least of these seeds
   */
  public record Reached(long times, long seeds, long least) {
    /** Both together. */
    public Reached with(Reached other) {
      return new Reached(times + other.times, seeds + other.seeds, Math.min(least, other.least));
    }
  }

  /**
   * What there was so far.
   *
   * @param probes by name; those that were not reached are not there
   * @param failures outcomes with violations, in the order they came
   */
  public record Sum(
      long seeds,
      double virtualSeconds,
      long operations,
      long told,
      long events,
      SortedMap<Trouble, Long> troubles,
      SortedMap<String, Reached> probes,
      List<Outcome> failures) {
    /** All violations. */
    public int violations() {
      return failures.stream().mapToInt(failure -> failure.violations().size()).sum();
    }
  }

  /** Adds a run. */
  public synchronized void add(Outcome outcome) {
    seeds++;
    virtualSeconds += outcome.virtualSeconds();
    operations += outcome.operations();
    told += outcome.told();
    events += outcome.events();
    outcome.troubles().forEach((kind, count) -> troubles.merge(kind, (long) count, Long::sum));
    outcome
        .probes()
        .forEach((name, times) ->
            probes.merge(name, new Reached(times, 1, outcome.seed()), Reached::with));
    if (!outcome.violations().isEmpty()) {
      failures.add(outcome);
    }
  }

  /** What there was so far. */
  public synchronized Sum sum() {
    return new Sum(
        seeds,
        virtualSeconds,
        operations,
        told,
        events,
        new TreeMap<>(troubles),
        new TreeMap<>(probes),
        List.copyOf(failures));
  }
}
