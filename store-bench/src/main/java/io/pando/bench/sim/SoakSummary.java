package io.pando.bench.sim;

import io.pando.cli.output.Json;
import io.pando.sim.plan.Profile;
import io.pando.sim.run.RunOutcome;
import io.pando.sim.run.RunTotals;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Summary of a soak: the lines for the note of a change. Used by one thread at a time. */
final class SoakSummary {
  private final String commit;

  /** Number of swarm seeds after which every probe must have been reached. */
  static final long PROBING_SEEDS = 2_000;

  private final List<Part> parts = new ArrayList<>();
  private final Function<SortedMap<String, RunTotals.Reached>, @Nullable ProbeReport> probes;
  private boolean cutOff;

  /**
   * Results of one profile's seeds.
   *
   * @param fresh whether the seeds were never run before; false for the kept seeds
   * @param first first seed
   * @param cpuNanos processor time of the process during these seeds
   */
  record Part(Profile profile, boolean fresh, long first, RunTotals.Sum sum, long cpuNanos) {
    /** The last seed; the one before the first if none was run. */
    long last() {
      return first + sum.seeds() - 1;
    }

    double seedsPerCpuSecond() {
      return cpuNanos <= 0 ? 0 : sum.seeds() / (cpuNanos / 1e9);
    }
  }

  /** Creates an empty summary; {@code probes} makes a report of reached probes, or null. */
  SoakSummary(
      String commit, Function<SortedMap<String, RunTotals.Reached>, @Nullable ProbeReport> probes) {
    this.commit = commit;
    this.probes = probes;
  }

  synchronized void add(Part part) {
    parts.add(part);
  }

  /** The soak was interrupted: not all requested seeds were run. */
  synchronized void cutOff() {
    cutOff = true;
  }

  synchronized long violations() {
    return parts.stream().mapToLong(part -> part.sum().violations()).sum();
  }

  synchronized long seeds() {
    return parts.stream().mapToLong(part -> part.sum().seeds()).sum();
  }

  /** Whether seeds kept all promises, and reached all probes if there were enough seeds. */
  synchronized boolean isGood() {
    return violations() == 0 && neverReached().isEmpty();
  }

  /**
   * Probes that no seed of the swarm or with fragments reached, although there were enough seeds;
   * empty if there were too few.
   */
  private SortedSet<String> neverReached() {
    ProbeReport report = swarmSeeds() < PROBING_SEEDS ? null : probes.apply(reached());
    return report == null ? new TreeSet<>() : report.never();
  }

  private long swarmSeeds() {
    return parts.stream()
        .filter(part -> part.profile() == Profile.SWARM)
        .mapToLong(part -> part.sum().seeds())
        .sum();
  }

  /** Probes that seeds of the swarm reached, or seeds with fragments, which the swarm has not. */
  private SortedMap<String, RunTotals.Reached> reached() {
    SortedMap<String, RunTotals.Reached> reached = new TreeMap<>();
    for (Part part : parts) {
      if (part.profile() == Profile.SWARM || part.profile() == Profile.ERASURE) {
        part.sum().probes().forEach((name, it) -> reached.merge(name, it, RunTotals.Reached::with));
      }
    }
    return reached;
  }

  /** Commands that repeat the seeds which broke a promise. */
  synchronized List<String> again() {
    return parts.stream()
        .flatMap(part -> part.sum().failures().stream())
        .map(SimReport::again)
        .toList();
  }

  /** Lines of text; the last one is the verdict. */
  synchronized List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%-12s %-6s %-24s %10s %11s"
            .formatted("profile", "seeds", "range", "violations", "seeds/cpu-s"));
    for (Part part : parts) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%-12s %-6s %-24s %10d %11.2f",
              part.profile().label(),
              part.fresh() ? "fresh" : "kept",
              part.sum().seeds() == 0 ? "none" : part.first() + ".." + part.last(),
              part.sum().violations(),
              part.seedsPerCpuSecond()));
    }
    again().forEach(line -> lines.add("again: " + line));
    ProbeReport report = swarmSeeds() == 0 ? null : probes.apply(reached());
    if (report != null) {
      lines.add("probes: " + report.summary() + " by " + swarmSeeds() + " seeds of the swarm");
      neverReached().forEach(name -> lines.add("never reached: " + name));
    }
    lines.add(
        "soak of commit %s%s %s violations in %s seeds"
            .formatted(commit, cutOff ? ", interrupted:" : ":", violations(), seeds()));
    return lines;
  }

  synchronized Json json() {
    List<Object> rows = new ArrayList<>();
    for (Part part : parts) {
      rows.add(
          new Json()
              .put("profile", part.profile().label())
              .put("fresh", part.fresh())
              .put("first", part.first())
              .put("seeds", part.sum().seeds())
              .put("violations", part.sum().violations())
              .put("failed_seeds", part.sum().failures().stream().map(RunOutcome::seed).toList())
              .put("seeds_per_cpu_second", part.seedsPerCpuSecond()));
    }
    return new Json()
        .put("commit", commit)
        .put("interrupted", cutOff)
        .put("seeds", seeds())
        .put("violations", violations())
        .put("never_reached", List.copyOf(neverReached()))
        .put("parts", rows);
  }
}
