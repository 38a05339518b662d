package io.pando.sim.run;

import io.pando.sim.plan.Trouble;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Combined results of many runs. Thread-safe. */
public final class RunTotals {
  private final List<RunOutcome> failures = new ArrayList<>();
  private final SortedMap<Trouble, Long> troubles = new TreeMap<>();
  private final SortedMap<String, Reached> probes = new TreeMap<>();
  private long seeds;
  private RunOutcome.Extent extent = RunOutcome.Extent.NOTHING;

  /**
   * How often a probe was reached.
   *
   * @param times number of times in all seeds together
   * @param seeds number of seeds that reached it
   * @param least smallest of these seeds
   */
  public record Reached(long times, long seeds, long least) {
    /** The sum of both. */
    public Reached with(Reached other) {
      return new Reached(times + other.times, seeds + other.seeds, Math.min(least, other.least));
    }
  }

  /**
   * The results so far.
   *
   * @param probes reached probes, by name
   * @param failures outcomes with violations, in order of arrival
   */
  public record Sum(
      long seeds,
      RunOutcome.Extent extent,
      SortedMap<Trouble, Long> troubles,
      SortedMap<String, Reached> probes,
      List<RunOutcome> failures) {
    /** Number of violations. */
    public int violations() {
      return failures.stream().mapToInt(failure -> failure.violations().size()).sum();
    }
  }

  /** Adds the outcome of a run. */
  public synchronized void add(RunOutcome outcome) {
    seeds++;
    RunOutcome.Figures figures = outcome.figures();
    extent = extent.plus(figures.extent());
    figures.troubles().forEach((kind, count) -> troubles.merge(kind, (long) count, Long::sum));
    figures
        .probes()
        .forEach((name, times) ->
            probes.merge(name, new Reached(times, 1, outcome.seed()), Reached::with));
    if (!outcome.violations().isEmpty()) {
      failures.add(outcome);
    }
  }

  /** The results so far. */
  public synchronized Sum sum() {
    return new Sum(
        seeds, extent, new TreeMap<>(troubles), new TreeMap<>(probes), List.copyOf(failures));
  }
}
