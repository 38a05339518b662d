package io.pando.cli.command.sim;

import io.pando.cli.output.Json;
import io.pando.sim.run.Outcome;
import io.pando.sim.run.Profile;
import io.pando.sim.run.Tally;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What came of a soak: the lines that stand in the note of a change. Used by one thread at a time.
 */
final class SoakSummary {
  private final String commit;
  private final List<Part> parts = new ArrayList<>();
  private boolean cutOff;

  /**
   * Seeds of one profile.
   *
   * @param fresh whether they were never run before; else the kept ones
   * @param first seed
   * @param cpuNanos processor time of the process meanwhile
   */
  record Part(Profile profile, boolean fresh, long first, Tally.Sum sum, long cpuNanos) {
    /** The last seed; the one before the first if none was run. */
    long last() {
      return first + sum.seeds() - 1;
    }

    double seedsPerCpuSecond() {
      return cpuNanos <= 0 ? 0 : sum.seeds() / (cpuNanos / 1e9);
    }
  }

  SoakSummary(String commit) {
    this.commit = commit;
  }

  synchronized void add(Part part) {
    parts.add(part);
  }

  /** It was interrupted: not all that was asked for was run. */
  synchronized void cutOff() {
    cutOff = true;
  }

  synchronized long violations() {
    return parts.stream().mapToLong(part -> part.sum().violations()).sum();
  }

  synchronized long seeds() {
    return parts.stream().mapToLong(part -> part.sum().seeds()).sum();
  }

  /** How to run the seeds again that broke a promise. */
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
        String.format(
            Locale.ROOT,
            "%-12s %-6s %-24s %10s %11s",
            "profile",
            "seeds",
            "range",
            "violations",
            "seeds/cpu-s"));
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
    lines.add(
        "soak of commit "
            + commit
            + (cutOff ? ", interrupted: " : ": ")
            + violations()
            + " violations in "
            + seeds()
            + " seeds");
    return lines;
  }

  synchronized Map<String, @Nullable Object> json() {
    List<Object> rows = new ArrayList<>();
    for (Part part : parts) {
      rows.add(
          new Json()
              .put("profile", part.profile().label())
              .put("fresh", part.fresh())
              .put("first", part.first())
              .put("seeds", part.sum().seeds())
              .put("violations", part.sum().violations())
              .put("failed_seeds", part.sum().failures().stream().map(Outcome::seed).toList())
              .put("seeds_per_cpu_second", part.seedsPerCpuSecond())
              .map());
    }
    return new Json()
        .put("commit", commit)
        .put("interrupted", cutOff)
        .put("seeds", seeds())
        .put("violations", violations())
        .put("parts", rows)
        .map();
  }
}
