package io.pando.sim.mutant;

import io.pando.sim.mutant.surgery.Mutant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Seeds that reach each drawn mutant and have no violation without one: only these can detect the
 * mutant. Thread-safe.
 */
public final class Sightings {
  private final Map<String, List<Long>> seeds = new TreeMap<>();
  private final List<Long> unsound = new ArrayList<>();

  /** A seed was run without mutants. */
  public synchronized void add(long seed, Laboratory.Dry run) {
    if (!run.violations().isEmpty()) {
      unsound.add(seed);
      return;
    }
    run.passed().forEach(name -> seeds.computeIfAbsent(name, _ -> new ArrayList<>()).add(seed));
  }

  /** Seeds that reach a mutant, in ascending order. */
  public synchronized List<Long> of(Mutant mutant) {
    return seeds.getOrDefault(mutant.name(), List.of()).stream().sorted().toList();
  }

  /** Seeds with a violation without any mutant; they are not used. */
  public synchronized List<Long> unsound() {
    return unsound.stream().sorted().toList();
  }
}
