package io.pando.bench.repair;

import io.pando.cli.output.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Outcomes in figures, one line for each. */
final class Summary {
  /** A column. */
  private record Column(String title, Function<Outcome, String> of) {}

  private static final List<Column> COLUMNS =
      List.of(
          new Column("objects", it -> text(it.round().conditions().objects())),
          new Column("size", it -> text(it.round().conditions().sizeBytes())),
          new Column("way", it -> way(it)),
          new Column("leaves", it -> leaves(it)),
          new Column("away", it -> it.round().conditions().outage().absence().label()),
          new Column("changed", it -> changed(it.round().conditions().share())),
          new Column("different", it -> text(it.round().different())),
          new Column("clean ms", it -> millis(it.back().times().cleanMillis())),
          new Column("discovery ms", it -> millis(it.back().times().discoveryMillis())),
          new Column("rounds", it -> text(it.back().comparison().rounds())),
          new Column("compared B", it -> text(it.back().comparison().comparisonBytes())),
          new Column("copied", it -> text(it.back().copies().copied())),
          new Column("copied B", it -> text(it.back().copies().copiedBytes())),
          new Column("listed", it -> text(it.cost().store().storeListed())),
          new Column("keys", it -> text(it.cost().store().storeKeys())),
          new Column("blocks read", it -> text(it.cost().store().blocksRead())),
          new Column("CPU ms", it -> text(Math.round(it.cost().cpuMillis()))));

  private Summary() {}

  /** A table for people at a terminal. */
  static Table table(List<Outcome> outcomes) {
    Table table = new Table();
    COLUMNS.forEach(column -> table.right(column.title()));
    outcomes.forEach(outcome -> table.row(row(outcome).toArray()));
    return table;
  }

  /** A table in Markdown. */
  static String markdown(List<Outcome> outcomes) {
    StringBuilder text = new StringBuilder();
    line(text, COLUMNS.stream().map(Column::title).toList());
    line(text, COLUMNS.stream().map(_ -> "---:").toList());
    outcomes.forEach(outcome -> line(text, row(outcome)));
    return text.toString();
  }

  private static void line(StringBuilder text, List<String> cells) {
    text.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }

  private static List<String> row(Outcome outcome) {
    List<String> row = new ArrayList<>();
    COLUMNS.forEach(column -> row.add(column.of().apply(outcome)));
    return row;
  }

  /** A sentence about an outcome. */
  static String sentence(Outcome outcome) {
    return String.format(
        Locale.ROOT,
        "%s, %s of %d objects changed: clean after %s ms, %s ms of it discovery",
        outcome.round().line(),
        changed(outcome.round().conditions().share()),
        outcome.round().conditions().objects(),
        millis(outcome.back().times().cleanMillis()),
        millis(outcome.back().times().discoveryMillis()));
  }

  private static String way(Outcome outcome) {
    String asked = outcome.round().conditions().asked().label();
    String taken = outcome.back().way();
    // A scan is the way by trees with no tree to compare.
    boolean same =
        taken.equals(asked)
            || (outcome.round().conditions().asked() == DiscoveryMethod.SCAN
                && taken.equals("tree"));
    return same ? asked : asked + " (" + taken + ")";
  }

  private static String leaves(Outcome outcome) {
    if (outcome.round().conditions().asked() != DiscoveryMethod.TREE) {
      return "-";
    }
    return outcome.round().conditions().leaves() == 0
        ? "own"
        : text(outcome.round().conditions().leaves());
  }

  private static String changed(ChangeShare share) {
    String text = percent(share.stale()) + (share.undone() ? " and back" : "");
    text += share.deleted() > 0 ? " -" + percent(share.deleted()) : "";
    return text + (share.fresh() > 0 ? " +" + percent(share.fresh()) : "");
  }

  static String percent(double percent) {
    return (percent == Math.rint(percent) ? text((long) percent) : String.valueOf(percent)) + "%";
  }

  private static String millis(double millis) {
    return String.format(Locale.ROOT, millis < 100 ? "%.1f" : "%.0f", millis);
  }

  private static String text(long number) {
    return Long.toString(number);
  }
}
