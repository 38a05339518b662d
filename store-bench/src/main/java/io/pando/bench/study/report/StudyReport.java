package io.pando.bench.study.report;

import io.pando.bench.study.plan.StudyPlan;
import io.pando.bench.study.plan.StudyResult;
import io.pando.cli.command.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tables and plots of the results of a study; the same results give the same bytes. */
public final class StudyReport {
  private static final String TABLES = "tables.md";
  private static final String CPU = "cpu";
  private static final Pattern PLACE =
      Pattern.compile("(<!-- study:([a-z+-]+) -->\n)(.*?)(<!-- end -->)", Pattern.DOTALL);

  private final Results results;
  private final boolean several;

  private StudyReport(Results results) {
    this.results = results;
    this.several = results.systems().size() > 1;
  }

  /** The report on results; the order of cases is that of a plan. */
  public static StudyReport of(StudyPlan plan, List<StudyResult> results) {
    return new StudyReport(new Results(plan, results));
  }

  /** Writes {@value #TABLES} and the plots into a folder. */
  public void write(Path folder) throws IOException {
    StringBuilder text = new StringBuilder("# The study of recovery\n");
    tables("")
        .forEach((name, table) -> text.append("\n## ").append(name).append("\n\n").append(table));
    Files.writeString(folder.resolve(TABLES), text);
    for (var plot : plots().entrySet()) {
      Files.writeString(folder.resolve(plot.getKey()), plot.getValue());
    }
  }

  /**
   * Replaces the tables of a page. They stand between {@code <!-- study:NAME -->} and {@code <!--
   * end -->}; a place whose table has no results stays as it is.
   *
   * @param folder folder of the plots
   */
  public void writeInto(Path page, Path folder) throws IOException {
    Path pageFolder = page.toAbsolutePath().normalize().resolveSibling("");
    String prefix = pageFolder.relativize(folder.toAbsolutePath().normalize()).toString();
    SequencedMap<String, String> tables = tables(prefix.isEmpty() ? "" : prefix + "/");
    String before = Files.readString(page);
    Matcher place = PLACE.matcher(before);
    StringBuilder after = new StringBuilder();
    boolean found = false;
    while (place.find()) {
      found = true;
      String table = tables.getOrDefault(place.group(2), place.group(3));
      place.appendReplacement(
          after, Matcher.quoteReplacement(place.group(1) + table + place.group(4)));
    }
    if (!found) {
      throw UserError.failed(
          "%s has no place for a table: write <!-- study:NAME --> and <!-- end --> on lines of"
                  .formatted(page)
              + " their own; names are "
              + tables.keySet());
    }
    place.appendTail(after);
    Files.writeString(page, after);
  }

  /** The tables by name, with links to the plots. */
  SequencedMap<String, String> tables(String prefix) {
    SequencedMap<String, String> tables = new LinkedHashMap<>();
    if (results.groups().contains(StudyPlan.PAPER)) {
      tables.put("compared", new BesidePaper(results).text());
    }
    for (String group : results.groups()) {
      GroupTables of = new GroupTables(results.of(group), several);
      tables.put(
          group,
          "![checking and rebuilding](%s%s)\n\n%s\n%s"
              .formatted(prefix, file(group), of.times(), of.costs()));
    }
    if (!cpuLines().isEmpty()) {
      tables.put(CPU, "![processors over time](%s%s)\n".formatted(prefix, file(CPU)));
    }
    if (results.groups().contains(StudyPlan.PAPER)) {
      tables.put("conclusions", conclusions());
    }
    return tables;
  }

  /** The plots by file name. */
  SequencedMap<String, String> plots() {
    SequencedMap<String, String> plots = new LinkedHashMap<>();
    for (String group : results.groups()) {
      plots.put(file(group), TimePlot.of(results.of(group), several));
    }
    if (!cpuLines().isEmpty()) {
      plots.put(file(CPU), CpuPlot.of(cpuLines(), several));
    }
    return plots;
  }

  private static String file(String name) {
    return name.replace("k+m", "k-m") + ".svg";
  }

  /** Of the paper's pools the cases with one lost OSD, as in its figures 8 and 9. */
  private List<StudyResult> cpuLines() {
    List<String> names = PaperPool.all().stream().map(pool -> pool.caseName(1)).toList();
    return results.all().stream()
        .filter(result -> names.contains(result.at().name()) && !result.cpu().isEmpty())
        .toList();
  }

  private String conclusions() {
    List<String> titles = new ArrayList<>(List.of("conclusion of the paper", "paper, ratio"));
    titles.addAll(results.systems());
    Markdown table = new Markdown(titles);
    for (Conclusion conclusion : Conclusion.all()) {
      List<String> row = new ArrayList<>(List.of(conclusion.sentence(), paper(conclusion)));
      results.systems().forEach(system -> row.add(conclusion.cell(results, system)));
      table.row(row);
    }
    return table.text();
  }

  private static String paper(Conclusion conclusion) {
    return Double.isNaN(conclusion.paperRatio())
        ? ""
        : String.format(Locale.ROOT, "%.2f", conclusion.paperRatio());
  }
}
