package io.pando.bench.study.report;

import io.pando.bench.study.plan.StudyResult;
import io.pando.bench.study.plan.StudyResult.CpuPoint;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A line for each result: the processors that all daemons used, over the time from the kill. */
final class CpuPlot {
  private static final int WIDTH = 760;
  private static final int LEFT = 50;
  private static final int RIGHT = 720;
  private static final int TOP = 16;
  private static final int BOTTOM = 276;
  private static final int LEGEND_ROW = 18;
  private static final String GRID = "#dddddd";
  private static final List<String> COLORS =
      List.of(
          "#1f77b4", "#c8602c", "#2ca02c", "#9467bd", "#8c564b", "#111111", "#e377c2", "#bcbd22");

  private CpuPlot() {}

  /**
   * The plot of the results that have such a line.
   *
   * @param several whether the legend names the system
   */
  static String of(List<StudyResult> results, boolean several) {
    List<StudyResult> shown = results.stream().filter(it -> !it.cpu().isEmpty()).toList();
    Svg svg = new Svg(WIDTH, BOTTOM + 50 + LEGEND_ROW * shown.size());
    Axis time =
        new Axis(
            points(shown).stream().mapToDouble(CpuPoint::seconds).max().orElse(1), LEFT, RIGHT);
    Axis cores =
        new Axis(points(shown).stream().mapToDouble(CpuPoint::cores).max().orElse(1), BOTTOM, TOP);
    for (double tick : time.ticks()) {
      svg.line(time.at(tick), TOP, time.at(tick), BOTTOM, GRID);
      svg.label(time.at(tick), BOTTOM + 16, Svg.Anchor.MIDDLE, Axis.text(tick));
    }
    for (double tick : cores.ticks()) {
      svg.line(LEFT, cores.at(tick), RIGHT, cores.at(tick), GRID);
      svg.label(LEFT - 6, cores.at(tick) + 4, Svg.Anchor.END, Axis.text(tick));
    }
    svg.label(
        (LEFT + RIGHT) / 2.0,
        BOTTOM + 34,
        Svg.Anchor.MIDDLE,
        "seconds from the kill; processors in use by all daemons");
    for (int i = 0; i < shown.size(); i++) {
      StudyResult result = shown.get(i);
      String color = COLORS.get(i % COLORS.size());
      svg.path(
          result.cpu().stream()
              .map(point ->
                  String.format(
                      Locale.ROOT, "%.1f,%.1f", time.at(point.seconds()), cores.at(point.cores())))
              .collect(Collectors.joining(" ")),
          color);
      int y = BOTTOM + 50 + i * LEGEND_ROW;
      svg.bar(LEFT, y - 8, 14, 8, color, "");
      svg.label(
          LEFT + 22,
          y,
          Svg.Anchor.START,
          GroupTables.label(result) + (several ? " (" + result.system() + ")" : ""));
    }
    return svg.text();
  }

  private static List<CpuPoint> points(List<StudyResult> results) {
    return results.stream().flatMap(result -> result.cpu().stream()).toList();
  }
}
