package io.pando.bench.repair;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A chart of lines as SVG: readable on light and dark background, without scripts. */
final class LineChart {
  private static final int WIDTH = 720;
  private static final int HEIGHT = 400;
  private static final int LEFT = 70;
  private static final int RIGHT = 180;
  private static final int TOP = 40;
  private static final int BOTTOM = 50;
  private static final List<String> COLOURS =
      List.of(
          "#1b6ca8", "#d1495b", "#2e8b57", "#c77f0a", "#7b4fa3", "#5b5b5b", "#0a9396", "#a0522d");

  private final String title;
  private final Axis across;
  private final Axis up;
  private final Map<String, List<Point>> lines = new LinkedHashMap<>();

  record Point(double x, double y) {}

  LineChart(String title, Axis across, Axis up) {
    this.title = title;
    this.across = across;
    this.up = up;
  }

  /** Adds a point to a line; points of a line are joined in the order in which they are added. */
  LineChart add(String line, double x, double y) {
    lines.computeIfAbsent(line, _ -> new ArrayList<>()).add(new Point(x, y));
    return this;
  }

  String svg() {
    Axis.Scale x = across.scale(values(true), LEFT, WIDTH - RIGHT);
    Axis.Scale y = up.scale(values(false), HEIGHT - BOTTOM, TOP);
    StringBuilder svg = new StringBuilder();
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" \
        font-size="12">
        <rect width="%d" height="%d" fill="#ffffff"/>
        """
            .formatted(WIDTH, HEIGHT, WIDTH, HEIGHT));
    text(svg, LEFT, 22, "start", 15, title);
    grid(svg, x, y);
    int number = 0;
    for (Map.Entry<String, List<Point>> line : lines.entrySet()) {
      draw(svg, line.getKey(), line.getValue(), x, y, number++);
    }
    return svg.append("</svg>\n").toString();
  }

  private List<Double> values(boolean horizontal) {
    return lines.values().stream()
        .flatMap(List::stream)
        .map(point -> horizontal ? point.x : point.y)
        .toList();
  }

  private void grid(StringBuilder svg, Axis.Scale x, Axis.Scale y) {
    for (double tick : x.ticks()) {
      line(svg, x.at(tick), TOP, x.at(tick), HEIGHT - BOTTOM);
      text(svg, x.at(tick), HEIGHT - BOTTOM + 16, "middle", 11, Axis.label(tick));
    }
    for (double tick : y.ticks()) {
      line(svg, LEFT, y.at(tick), WIDTH - RIGHT, y.at(tick));
      text(svg, LEFT - 6, y.at(tick) + 4, "end", 11, Axis.label(tick));
    }
    text(svg, (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 12, "middle", 12, across.title());
    int middle = (TOP + HEIGHT - BOTTOM) / 2;
    svg.append("<g transform=\"rotate(-90 16 %d)\">".formatted(middle));
    text(svg, 16, middle, "middle", 12, up.title());
    svg.append("</g>\n");
  }

  private static void draw(
      StringBuilder svg, String name, List<Point> points, Axis.Scale x, Axis.Scale y, int number) {
    String colour = COLOURS.get(number % COLOURS.size());
    String dashes = number < COLOURS.size() ? "" : " stroke-dasharray=\"5 4\"";
    StringBuilder path = new StringBuilder();
    for (Point point : points) {
      path.append(path.isEmpty() ? "" : " ")
          .append(place(x.at(point.x)))
          .append(',')
          .append(place(y.at(point.y)));
    }
    svg.append(
        "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"%s/>\n"
            .formatted(path, colour, dashes));
    for (Point point : points) {
      svg.append(
          "<circle cx=\"%s\" cy=\"%s\" r=\"3\" fill=\"%s\"/>\n"
              .formatted(place(x.at(point.x)), place(y.at(point.y)), colour));
    }
    int row = TOP + 10 + 18 * number;
    int from = WIDTH - RIGHT + 14;
    svg.append(
        "<path d=\"M%d %dh22\" stroke=\"%s\" stroke-width=\"2\"%s/>\n"
            .formatted(from, row - 4, colour, dashes));
    text(svg, from + 28, row, "start", 12, name);
  }

  private static void line(StringBuilder svg, double x1, double y1, double x2, double y2) {
    svg.append(
        "<line x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\" stroke=\"#dddddd\"/>\n"
            .formatted(place(x1), place(y1), place(x2), place(y2)));
  }

  private static void text(
      StringBuilder svg, double x, double y, String anchor, int size, String what) {
    svg.append(
        "<text x=\"%s\" y=\"%s\" text-anchor=\"%s\" font-size=\"%d\" fill=\"#222222\">%s</text>\n"
            .formatted(place(x), place(y), anchor, size, escape(what)));
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static String place(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
