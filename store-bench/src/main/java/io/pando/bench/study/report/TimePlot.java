package io.pando.bench.study.report;

import io.pando.bench.study.plan.Figure;
import io.pando.bench.study.plan.StudyResult;
import java.util.List;
import java.util.Locale;

/** A stacked bar for each result: the time of checking, and after it that of rebuilding. */
final class TimePlot {
  /** Width of the bars, and of the text behind the longest one. */
  private static final int BARS = 420;

  private static final int BEHIND = 60;

  /** Width of a letter, a little more than the mean. */
  private static final double LETTER = 6.6;

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
    int longest = shown.stream().mapToInt(it -> label(it, several).length()).max().orElse(0);
    int left = 16 + (int) (longest * LETTER);
    Svg svg = new Svg(left + BARS + BEHIND, bottom + 40);
    Axis axis = new Axis(most, left, left + BARS);
    svg.bar(left, 12, BAR, BAR, CHECKING, "");
    svg.label(left + 22, 24, Svg.Anchor.START, "checking");
    svg.bar(left + 110, 12, BAR, BAR, REBUILDING, "");
    svg.label(left + 132, 24, Svg.Anchor.START, "rebuilding");
    for (double tick : axis.ticks()) {
      svg.line(axis.at(tick), TOP, axis.at(tick), bottom, GRID);
      svg.label(axis.at(tick), bottom + 16, Svg.Anchor.MIDDLE, Axis.text(tick));
    }
    svg.label(left + BARS / 2.0, bottom + 34, Svg.Anchor.MIDDLE, "seconds from the kill");
    svg.line(left, TOP, left, bottom, BLACK);
    for (int i = 0; i < shown.size(); i++) {
      draw(svg, axis, shown.get(i), TOP + i * ROW, several);
    }
    return svg.text();
  }

  private static void draw(Svg svg, Axis axis, StudyResult result, int y, boolean several) {
    double checking = result.figure(Figure.CHECKING_SECONDS).orElseThrow();
    double whole = result.wholeSeconds().orElseThrow();
    int top = y + (ROW - BAR) / 2;
    double left = axis.at(0);
    svg.label(left - 8, top + 12, Svg.Anchor.END, label(result, several));
    svg.bar(left, top, axis.at(checking) - left, BAR, CHECKING, "checking " + seconds(checking));
    svg.bar(
        axis.at(checking),
        top,
        axis.at(whole) - axis.at(checking),
        BAR,
        REBUILDING,
        "rebuilding " + seconds(whole - checking));
    svg.label(axis.at(whole) + 4, top + 12, Svg.Anchor.START, seconds(whole));
  }

  private static String label(StudyResult result, boolean several) {
    return GroupTables.label(result) + (several ? " (" + result.system() + ")" : "");
  }

  private static String seconds(double value) {
    return String.format(Locale.ROOT, "%.1f s", value);
  }
}
