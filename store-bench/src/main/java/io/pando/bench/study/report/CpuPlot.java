package io.pando.bench.study.report;

import io.pando.bench.study.plan.StudyResult;
import io.pando.bench.study.plan.StudyResult.CpuPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A line for each result: the processors that all daemons used, over the time from the kill. A case
 * has one color; the lines of other systems are dashed.
 */
final class CpuPlot {
  private static final int WIDTH = 760;
  private static final int LEFT = 50;
  private static final int RIGHT = 720;
  private static final int TOP = 16;
  private static final int BOTTOM = 276;
  private static final int LEGEND_ROW = 18;

  /** Processor time is counted in steps of some milliseconds: less than this tells no use. */
  private static final double LEAST_SECONDS = 0.1;

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
    List<String> labels = shown.stream().map(GroupTables::label).distinct().toList();
    for (int i = 0; i < shown.size(); i++) {
      StudyResult result = shown.get(i);
      String color = COLORS.get(labels.indexOf(GroupTables.label(result)) % COLORS.size());
      Svg.Stroke stroke =
          result.system().equals(StudyResult.PANDO) ? Svg.Stroke.SOLID : Svg.Stroke.DASHED;
      svg.path(
          points(result).stream()
              .map(point ->
                  String.format(
                      Locale.ROOT, "%.1f,%.1f", time.at(point.seconds()), cores.at(point.cores())))
              .collect(Collectors.joining(" ")),
          color,
          stroke);
      int y = BOTTOM + 50 + i * LEGEND_ROW;
      svg.path((LEFT + "," + (y - 4)) + " " + ((LEFT + 26) + "," + (y - 4)), color, stroke);
      svg.label(
          LEFT + 34,
          y,
          Svg.Anchor.START,
          GroupTables.label(result) + (several ? " (" + result.system() + ")" : ""));
    }
    return svg.text();
  }

  private static List<CpuPoint> points(List<StudyResult> results) {
    return results.stream().flatMap(result -> points(result).stream()).toList();
  }

  private static List<CpuPoint> points(StudyResult result) {
    List<CpuPoint> points = new ArrayList<>();
    for (CpuPoint point : result.cpu()) {
      if (points.isEmpty() || point.seconds() - points.getLast().seconds() >= LEAST_SECONDS) {
        points.add(point);
      }
    }
    return points;
  }
}
