package io.pando.cli.output;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows whose columns are aligned. Hand-made: picocli's table needs fixed widths, and this class
 * needs alignment alone.
 */
public final class Table {
  private final List<Column> columns = new ArrayList<>();
  private final List<List<String>> rows = new ArrayList<>();

  /** Adds left-aligned columns. */
  public Table left(String... titles) {
    return add(false, titles);
  }

  /** Adds right-aligned columns, usually of numbers. */
  public Table right(String... titles) {
    return add(true, titles);
  }

  private Table add(boolean right, String... titles) {
    for (String title : titles) {
      columns.add(new Column(title, right));
    }
    return this;
  }

  /** Adds a row: one value for each column. */
  public Table row(Object... values) {
    List<String> row = new ArrayList<>();
    for (Object value : values) {
      row.add(value.toString());
    }
    if (row.size() != columns.size()) {
      throw new IllegalArgumentException(row.size() + " values for " + columns.size() + " columns");
    }
    rows.add(row);
    return this;
  }

  /** Prints titles and rows. */
  public void print(PrintStream out) {
    List<String> titles = columns.stream().map(Column::title).toList();
    if (titles.stream().anyMatch(title -> !title.isEmpty())) {
      printRow(out, titles);
    }
    rows.forEach(row -> printRow(out, row));
  }

  private void printRow(PrintStream out, List<String> row) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < row.size(); i++) {
      String padding = " ".repeat(Math.max(0, width(i) - length(row.get(i))));
      boolean right = columns.get(i).right;
      line.append(i == 0 ? "" : "  ").append(right ? padding : "").append(row.get(i));
      line.append(right ? "" : padding);
    }
    out.println(line.toString().stripTrailing());
  }

  private int width(int column) {
    int width = length(columns.get(column).title);
    for (List<String> row : rows) {
      width = Math.max(width, length(row.get(column)));
    }
    return width;
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  private record Column(String title, boolean right) {}
}
