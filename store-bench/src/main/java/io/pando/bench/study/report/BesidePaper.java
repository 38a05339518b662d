package io.pando.bench.study.report;

import io.pando.bench.study.plan.Figure;
import io.pando.bench.study.plan.StudyResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * The paper's figures 5, 6, 7 and 9 beside those of each system. The machines differ, so each value
 * has its ratio to that of the first pool beside it.
 */
final class BesidePaper {
  private static final double MIB = 1 << 20;

  private final Results results;

  BesidePaper(Results results) {
    this.results = results;
  }

  /** The tables. */
  String text() {
    StringBuilder text = new StringBuilder();
    append(
        text,
        "Write rate (figure 5): MB/s in the paper, MiB/s here.",
        PaperPool::writeMegabytes,
        1,
        result -> scaled(result.figure(Figure.WRITE_BYTES_PER_SECOND), 1 / MIB));
    append(
        text,
        "Time to write the objects (figure 6): minutes in the paper, seconds here.",
        PaperPool::fillMinutes,
        1,
        result -> result.figure(Figure.FILL_SECONDS));
    for (int lost = 1; lost <= 3; lost++) {
      int index = lost - 1;
      append(
          text,
          "From the failure of %d OSD%s to health (figures 7 and 9): minutes in the paper, seconds here."
              .formatted(lost, lost == 1 ? "" : "s"),
          pool ->
              pool.recoveryMinutes().size() > index
                  ? pool.recoveryMinutes().get(index)
                  : Double.NaN,
          lost,
          StudyResult::wholeSeconds);
      append(
          text,
          "Of that, rebuilding (%d lost), seconds; the paper does not tell it apart."
              .formatted(lost),
          _ -> Double.NaN,
          lost,
          result -> result.figure(Figure.REBUILDING_SECONDS));
    }
    return text.toString();
  }

  private void append(
      StringBuilder text,
      String title,
      Function<PaperPool, Double> paper,
      int lost,
      Function<StudyResult, OptionalDouble> here) {
    List<String> systems = results.systems();
    List<String> titles = new ArrayList<>(List.of("pool", "paper", "to pool 1"));
    systems.forEach(system -> titles.addAll(List.of(system, "to pool 1")));
    Markdown table = new Markdown(titles);
    boolean any = false;
    for (PaperPool pool : PaperPool.all()) {
      List<String> row = new ArrayList<>(List.of(pool.name()));
      addPair(row, known(paper.apply(pool)), known(paper.apply(PaperPool.all().getFirst())), 2);
      for (String system : systems) {
        OptionalDouble value = of(system, pool, lost, here);
        any |= value.isPresent();
        addPair(row, value, of(system, PaperPool.all().getFirst(), lost, here), 1);
      }
      if (row.stream().skip(1).anyMatch(cell -> !cell.isEmpty())) {
        table.row(row);
      }
    }
    if (any) {
      text.append(title).append("\n\n").append(table.text()).append('\n');
    }
  }

  private OptionalDouble of(
      String system, PaperPool pool, int lost, Function<StudyResult, OptionalDouble> here) {
    Optional<StudyResult> result = results.of(system, pool.caseName(lost));
    return result.isPresent() ? here.apply(result.get()) : OptionalDouble.empty();
  }

  private static void addPair(
      List<String> row, OptionalDouble value, OptionalDouble first, int digits) {
    row.add(Markdown.number(value, digits));
    row.add(
        value.isPresent() && first.isPresent()
            ? Markdown.number(value, first.getAsDouble(), 2)
            : "");
  }

  private static OptionalDouble known(double value) {
    return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  private static OptionalDouble scaled(OptionalDouble value, double factor) {
    return value.isPresent()
        ? OptionalDouble.of(value.getAsDouble() * factor)
        : OptionalDouble.empty();
  }
}
