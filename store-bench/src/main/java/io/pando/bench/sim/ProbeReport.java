package io.pando.bench.sim;

import io.pando.cli.output.Json;
import io.pando.probe.Probe;
import io.pando.sim.probe.ProbeCatalog;
import io.pando.sim.run.RunTotals;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reports which rare branches seeds reached.
 *
 * @param places all probes, with the class of each
 * @param reached probes that were reached
 */
record ProbeReport(SortedMap<String, String> places, SortedMap<String, RunTotals.Reached> reached) {
  /** The report on reached probes; null unless this program counts probes. */
  static @Nullable ProbeReport of(SortedMap<String, RunTotals.Reached> reached) {
    return Probe.isOn() ? new ProbeReport(ProbeCatalog.read().places(), reached) : null;
  }

  /** Names of the probes that no seed reached. */
  SortedSet<String> never() {
    SortedSet<String> never = new TreeSet<>(places.keySet());
    never.removeAll(reached.keySet());
    return never;
  }

  /** One line: the number of probes reached. */
  String summary() {
    return (places.size() - never().size()) + " of " + places.size() + " reached";
  }

  /** A line for each probe: unreached ones first, then by ascending number of seeds. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("     times    seeds  first seed  probe");
    for (String name : never()) {
      lines.add(line(0, 0, "-", name));
    }
    reached.entrySet().stream()
        .sorted(Map.Entry.comparingByValue((a, b) -> Long.compare(a.seeds(), b.seeds())))
        .forEach(entry -> {
          RunTotals.Reached it = entry.getValue();
          lines.add(line(it.times(), it.seeds(), Long.toString(it.least()), entry.getKey()));
        });
    return lines;
  }

  private String line(long times, long seeds, String least, String name) {
    return String.format(
        Locale.ROOT,
        "%10d %8d %11s  %s (%s)",
        times,
        seeds,
        least,
        name,
        places.getOrDefault(name, "?"));
  }

  /** The JSON form. */
  Json json() {
    SortedMap<String, Long> times = new TreeMap<>();
    places.keySet().forEach(name -> times.put(name, 0L));
    reached.forEach((name, it) -> times.put(name, it.times()));
    return Json.of(times, count -> count);
  }
}
