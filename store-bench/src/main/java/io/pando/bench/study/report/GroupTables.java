package io.pando.bench.study.report;

import io.pando.bench.study.plan.Figure;
import io.pando.bench.study.plan.StudyPlan;
import io.pando.bench.study.plan.StudyResult;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** The figures of the cases of a group, in two tables: the times, and what they cost. */
final class GroupTables {
  private static final double MIB = 1 << 20;

  private final List<StudyResult> results;
  private final boolean several;

  /**
   * Tables of results.
   *
   * @param several whether the rows name the system
   */
  GroupTables(List<StudyResult> results, boolean several) {
    this.results = results;
    this.several = several;
  }

  /** From the kill to health. */
  String times() {
    Markdown table =
        new Markdown(
            titles(
                "noticing, s",
                "waiting, s",
                "peering, s",
                "listing, s",
                "**checking, s**",
                "**rebuilding, s**",
                "whole, s",
                "rebuilt",
                "rebuilt, MiB/s"));
    for (StudyResult it : results) {
      table.row(
          cells(
              it,
              seconds(it, Figure.NOTICING_SECONDS),
              seconds(it, Figure.WAITING_SECONDS),
              seconds(it, Figure.PEERING_SECONDS),
              seconds(it, Figure.LISTING_SECONDS),
              seconds(it, Figure.CHECKING_SECONDS),
              seconds(it, Figure.REBUILDING_SECONDS),
              Markdown.number(it.wholeSeconds(), 1),
              Markdown.number(it.figure(Figure.REBUILT_OBJECTS), 0),
              Markdown.number(
                  ratio(it.figure(Figure.REBUILT_BYTES), it.figure(Figure.REBUILDING_SECONDS)),
                  MIB,
                  1)));
    }
    return table.text();
  }

  /** Writes before, what the recovery used, and the clients beside it. */
  String costs() {
    Markdown table =
        new Markdown(
            titles(
                "writes, MiB/s",
                "time to fill, s",
                "space per byte",
                "CPU checking, s",
                "CPU rebuilding, s",
                "net, MiB",
                "disk read, MiB",
                "disk written, MiB",
                "client p50 / p99 before, ms",
                "meanwhile, ms"));
    for (StudyResult it : results) {
      table.row(
          cells(
              it,
              mebibytes(it, Figure.WRITE_BYTES_PER_SECOND),
              seconds(it, Figure.FILL_SECONDS),
              Markdown.number(it.figure(Figure.SPACE_PER_BYTE), 2),
              seconds(it, Figure.CHECKING_CPU_SECONDS),
              seconds(it, Figure.REBUILDING_CPU_SECONDS),
              mebibytes(it, Figure.NET_BYTES),
              mebibytes(it, Figure.DISK_READ_BYTES),
              mebibytes(it, Figure.DISK_WRITTEN_BYTES),
              pair(it, Figure.CLIENT_P50_BEFORE_MS, Figure.CLIENT_P99_BEFORE_MS),
              pair(it, Figure.CLIENT_P50_MEANWHILE_MS, Figure.CLIENT_P99_MEANWHILE_MS)));
    }
    return table.text();
  }

  private List<String> titles(String... titles) {
    List<String> all = new ArrayList<>();
    all.add("case");
    if (several) {
      all.add("system");
    }
    all.addAll(List.of(titles));
    return all;
  }

  private List<String> cells(StudyResult result, String... cells) {
    List<String> all = new ArrayList<>();
    all.add(label(result));
    if (several) {
      all.add(result.system());
    }
    all.addAll(List.of(cells));
    return all;
  }

  /** What a row or a bar is called within its group. */
  static String label(StudyResult result) {
    return result.at().group().equals(StudyPlan.BASE)
        ? "base: " + result.at().variant()
        : result.at().variant();
  }

  private static String seconds(StudyResult result, Figure figure) {
    return Markdown.number(result.figure(figure), 1);
  }

  private static String mebibytes(StudyResult result, Figure figure) {
    return Markdown.number(result.figure(figure), MIB, 1);
  }

  private static String pair(StudyResult result, Figure half, Figure high) {
    OptionalDouble low = result.figure(half);
    return low.isPresent()
        ? Markdown.number(low, 1) + " / " + Markdown.number(result.figure(high), 1)
        : "";
  }

  private static OptionalDouble ratio(OptionalDouble above, OptionalDouble below) {
    return above.isPresent() && below.isPresent() && below.getAsDouble() > 0
        ? OptionalDouble.of(above.getAsDouble() / below.getAsDouble())
        : OptionalDouble.empty();
  }
}
