package io.pando.bench.repair;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Plots of the measurements. A plot is written if there are enough outcomes for it:
 *
 * <ul>
 *   <li>{@code clean-N}, {@code discovery-N}, {@code comparison-N}: N objects; over the share that
 *       changed, a line for each way
 *   <li>{@code leaves-P}: P percent changed; over the leaves of the tree, discovery as part of that
 *       by a scan, a line for each number of objects
 *   <li>{@code growth-N}: N objects are different; over all objects, a line for each way
 * </ul>
 *
 * <p>Of repeated measurements the median counts.
 */
final class Plots {
  private static final Axis SHARE = new Axis("changed, % of the objects", true);
  private static final Axis MILLIS = new Axis("ms", true);

  private final Path folder;
  private final List<Outcome> outcomes;

  private Plots(Path folder, List<Outcome> outcomes) {
    this.folder = folder;
    this.outcomes = outcomes;
  }

  /** Writes the plots, and {@code tables.md}. */
  static void write(Path folder, List<Outcome> measured) throws IOException {
    Files.createDirectories(folder);
    List<Outcome> outcomes = Medians.of(measured);
    Files.writeString(folder.resolve("tables.md"), Summary.markdown(outcomes));
    Plots plots = new Plots(folder, outcomes.stream().filter(Plots::isPlain).toList());
    plots.overShares();
    plots.overLeaves();
    plots.overObjects();
  }

  /** Whether objects were only overwritten. */
  private static boolean isPlain(Outcome outcome) {
    Share share = outcome.round().conditions().share();
    return share.stale() > 0 && share.deleted() == 0 && share.fresh() == 0 && !share.undone();
  }

  private void overShares() throws IOException {
    SortedMap<Integer, List<Outcome>> all = new TreeMap<>();
    for (Outcome outcome : outcomes) {
      into(all, outcome.round().conditions().objects(), outcome);
    }
    for (Map.Entry<Integer, List<Outcome>> each : all.entrySet()) {
      String name = Axis.label(each.getKey());
      String objects = name + " objects";
      overShares(
          "clean-" + name,
          objects + ": from up to clean",
          each.getValue(),
          MILLIS,
          outcome -> outcome.back().times().cleanMillis());
      overShares(
          "discovery-" + name,
          objects + ": discovery",
          each.getValue(),
          MILLIS,
          outcome -> outcome.back().times().discoveryMillis());
      overShares(
          "comparison-" + name,
          objects + ": sent to compare",
          each.getValue(),
          new Axis("bytes", true),
          outcome -> outcome.back().comparison().comparisonBytes());
    }
  }

  private void overShares(
      String name, String title, List<Outcome> some, Axis up, ToDoubleFunction<Outcome> figure)
      throws IOException {
    LineChart chart = new LineChart(title, SHARE, up);
    if (some.stream()
            .map(outcome -> outcome.round().conditions().share().stale())
            .distinct()
            .count()
        < 2) {
      return;
    }
    sorted(some, outcome -> outcome.round().conditions().share().stale())
        .forEach(outcome ->
            chart.add(
                outcome.round().line(),
                outcome.round().conditions().share().stale(),
                figure.applyAsDouble(outcome)));
    write(name, chart);
  }

  private void overLeaves() throws IOException {
    SortedMap<Double, LineChart> charts = new TreeMap<>();
    for (Outcome outcome : sorted(outcomes, it -> it.round().conditions().leaves())) {
      Outcome.Conditions round = outcome.round().conditions();
      double scanMillis = scanMillis(round);
      if (round.asked() != Way.TREE || round.leaves() == 0 || scanMillis == 0) {
        continue;
      }
      double stale = round.share().stale();
      charts
          .computeIfAbsent(
              stale,
              _ ->
                  new LineChart(
                      Summary.percent(stale) + " changed: discovery by trees",
                      new Axis("leaves", true),
                      new Axis("part of that by a scan", true)))
          .add(
              Axis.label(round.objects()) + " objects",
              round.leaves(),
              outcome.back().times().discoveryMillis() / scanMillis);
    }
    for (Map.Entry<Double, LineChart> chart : charts.entrySet()) {
      write("leaves-" + Axis.label(chart.getKey()), chart.getValue());
    }
  }

  private double scanMillis(Outcome.Conditions like) {
    return outcomes.stream()
        .filter(it ->
            it.round().conditions().asked() == Way.SCAN
                && it.round().conditions().objects() == like.objects()
                && it.round().conditions().share().equals(like.share()))
        .mapToDouble(it -> it.back().times().discoveryMillis())
        .findFirst()
        .orElse(0);
  }

  private void overObjects() throws IOException {
    SortedMap<Integer, List<Outcome>> all = new TreeMap<>();
    for (Outcome outcome : outcomes) {
      into(all, outcome.round().different(), outcome);
    }
    for (Map.Entry<Integer, List<Outcome>> each : all.entrySet()) {
      List<Outcome> some =
          sorted(each.getValue(), outcome -> outcome.round().conditions().objects());
      if (some.stream().map(outcome -> outcome.round().conditions().objects()).distinct().count()
          < 3) {
        continue;
      }
      LineChart chart =
          new LineChart(
              each.getKey() + " objects differ: discovery",
              new Axis("objects in the group", true),
              MILLIS);
      some.forEach(outcome ->
          chart.add(
              outcome.round().line(),
              outcome.round().conditions().objects(),
              outcome.back().times().discoveryMillis()));
      write("growth-" + each.getKey(), chart);
    }
  }

  private static <K> void into(Map<K, List<Outcome>> all, K key, Outcome outcome) {
    all.computeIfAbsent(key, _ -> new ArrayList<>()).add(outcome);
  }

  private static List<Outcome> sorted(List<Outcome> some, ToDoubleFunction<Outcome> by) {
    return some.stream().sorted(Comparator.comparingDouble(by)).toList();
  }

  private void write(String name, LineChart chart) throws IOException {
    Files.writeString(folder.resolve(name + ".svg"), chart.svg());
  }
}
