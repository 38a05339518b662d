package io.pando.bench.study.report;

import java.util.Locale;

/**
 * An SVG document on a white background. Hand-made: XChart draws letters as outlines, a quarter of
 * a megabyte for each plot.
 */
final class Svg {
  private final StringBuilder text = new StringBuilder();

  Svg(int width, int height) {
    text.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ")
        .append(width + " " + height)
        .append("\" font-family=\"sans-serif\" font-size=\"12\">\n")
        .append("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
  }

  /** Where a text begins, is in the middle, or ends. */
  enum Anchor {
    START,
    MIDDLE,
    END
  }

  /** A rectangle; the title shows when the mouse is over it. */
  void bar(double x, double y, double width, double height, String color, String title) {
    text.append(
        String.format(
            Locale.ROOT,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"><title>%s</title></rect>%n",
            x,
            y,
            width,
            height,
            color,
            escaped(title)));
  }

  void line(double x1, double y1, double x2, double y2, String color) {
    text.append(
        String.format(
            Locale.ROOT,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>%n",
            x1,
            y1,
            x2,
            y2,
            color));
  }

  /** How a line is drawn. */
  enum Stroke {
    SOLID(""),
    DASHED(" stroke-dasharray=\"5 3\"");

    private final String attribute;

    Stroke(String attribute) {
      this.attribute = attribute;
    }
  }

  /** A line through points, as {@code x,y} separated by blanks. */
  void path(String points, String color, Stroke stroke) {
    text.append("<polyline fill=\"none\" stroke-width=\"1.5\" stroke=\"")
        .append(color)
        .append("\"")
        .append(stroke.attribute)
        .append(" points=\"")
        .append(points)
        .append("\"/>\n");
  }

  void label(double x, double y, Anchor anchor, String words) {
    text.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n",
            x,
            y,
            anchor.name().toLowerCase(Locale.ROOT),
            escaped(words)));
  }

  /** The document. */
  String text() {
    return text + "</svg>\n";
  }

  private static String escaped(String words) {
    return words
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
