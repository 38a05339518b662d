package io.pando.bench.study.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** A table of Markdown. */
final class Markdown {
  private final List<String> titles;
  private final List<List<String>> rows = new ArrayList<>();

  Markdown(List<String> titles) {
    this.titles = List.copyOf(titles);
  }

  /** Adds a row: one text for each title. */
  void row(List<String> texts) {
    if (texts.size() != titles.size()) {
      throw new IllegalArgumentException(texts.size() + " texts for " + titles.size());
    }
    rows.add(List.copyOf(texts));
  }

  /** The lines of the table. */
  String text() {
    StringBuilder text = new StringBuilder();
    append(text, titles);
    append(text, titles.stream().map(_ -> "---").toList());
    rows.forEach(row -> append(text, row));
    return text.toString();
  }

  private static void append(StringBuilder text, List<String> texts) {
    text.append('|');
    texts.forEach(it -> text.append(' ').append(it.replace("|", "\\|")).append(" |"));
    text.append('\n');
  }

  /** A number with that many digits after the point; empty if it is not known. */
  static String number(OptionalDouble value, int digits) {
    return value.isPresent()
        ? String.format(Locale.ROOT, "%,." + digits + "f", value.getAsDouble())
        : "";
  }

  /** The same in another unit. */
  static String number(OptionalDouble value, double unit, int digits) {
    return value.isPresent() ? number(OptionalDouble.of(value.getAsDouble() / unit), digits) : "";
  }
}
