package io.pando.bench.study.report;

import io.pando.bench.study.plan.Figure;
import io.pando.bench.study.plan.StudyResult;
import java.util.List;
import java.util.Locale;

/** A stacked bar for each result: the time of checking, and after it that of rebuilding. */
final class TimePlot {
  private static final int WIDTH = 760;
  private static final int LEFT = 280;
  private static final int RIGHT = 700;
  private static final int TOP = 40;
  private static final int ROW = 24;
  private static final int BAR = 16;
  private static final String CHECKING = "#9db4d0";
  private static final String REBUILDING = "#c8602c";
  private static final String GRID = "#dddddd";
  private static final String BLACK = "#000000";

  private TimePlot() {}

  /**
   * The plot of the results whose times are known.
   *
   * @param several whether the labels name the system
   */
  static String of(List<StudyResult> results, boolean several) {
    List<StudyResult> shown =
        results.stream().filter(result -> result.wholeSeconds().isPresent()).toList();
    double most = shown.stream().mapToDouble(it -> it.wholeSeconds().getAsDouble()).max().orElse(1);
    int bottom = TOP + ROW * shown.size();
    Svg svg = new Svg(WIDTH, bottom + 40);
    Axis axis = new Axis(most, LEFT, RIGHT);
    svg.bar(LEFT, 12, BAR, BAR, CHECKING, "");
    svg.label(LEFT + 22, 24, Svg.Anchor.START, "checking");
    svg.bar(LEFT + 110, 12, BAR, BAR, REBUILDING, "");
    svg.label(LEFT + 132, 24, Svg.Anchor.START, "rebuilding");
    for (double tick : axis.ticks()) {
      svg.line(axis.at(tick), TOP, axis.at(tick), bottom, GRID);
      svg.label(axis.at(tick), bottom + 16, Svg.Anchor.MIDDLE, Axis.text(tick));
    }
    svg.label((LEFT + RIGHT) / 2.0, bottom + 34, Svg.Anchor.MIDDLE, "seconds from the kill");
    svg.line(LEFT, TOP, LEFT, bottom, BLACK);
    for (int i = 0; i < shown.size(); i++) {
      draw(svg, axis, shown.get(i), TOP + i * ROW, several);
    }
    return svg.text();
  }

  private static void draw(Svg svg, Axis axis, StudyResult result, int y, boolean several) {
    double checking = result.figure(Figure.CHECKING_SECONDS).orElseThrow();
    double whole = result.wholeSeconds().orElseThrow();
    int top = y + (ROW - BAR) / 2;
    String label = GroupTables.label(result) + (several ? " (" + result.system() + ")" : "");
    svg.label(LEFT - 8, top + 12, Svg.Anchor.END, label);
    svg.bar(LEFT, top, axis.at(checking) - LEFT, BAR, CHECKING, "checking " + seconds(checking));
    svg.bar(
        axis.at(checking),
        top,
        axis.at(whole) - axis.at(checking),
        BAR,
        REBUILDING,
        "rebuilding " + seconds(whole - checking));
    svg.label(axis.at(whole) + 4, top + 12, Svg.Anchor.START, seconds(whole));
  }

  private static String seconds(double value) {
    return String.format(Locale.ROOT, "%.1f s", value);
  }
}
