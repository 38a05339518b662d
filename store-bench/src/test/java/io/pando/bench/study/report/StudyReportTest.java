package io.pando.bench.study.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bench.study.plan.Figure;
import io.pando.bench.study.plan.StudyCase;
import io.pando.bench.study.plan.StudyPlan;
import io.pando.bench.study.plan.StudyResult;
import io.pando.cli.command.UserError;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

class StudyReportTest {
  private static final StudyPlan PLAN = StudyPlan.of(1, "vector");

  @TempDir private Path temp = Path.of("");

  /** Figures that grow with the number of the case in the plan. */
  private static StudyResult result(String system, StudyCase at, double checking) {
    double number = PLAN.cases().indexOf(at) + 1;
    Map<Figure, Double> figures = new EnumMap<>(Figure.class);
    for (Figure figure : Figure.values()) {
      figures.put(figure, number);
    }
    figures.put(Figure.CHECKING_SECONDS, checking);
    return StudyResult.of(
        system,
        at,
        figures,
        List.of(new StudyResult.CpuPoint(1, 0.5), new StudyResult.CpuPoint(2, number / 10)),
        "");
  }

  private static List<StudyResult> all(String system) {
    return PLAN.cases().stream().map(at -> result(system, at, 7)).toList();
  }

  private static SequencedMap<String, String> tables(List<StudyResult> results) {
    return StudyReport.of(PLAN, results).tables("plots/");
  }

  @Test
  void everyCaseIsInTheTablesOfItsGroup() {
    SequencedMap<String, String> tables = tables(all("pando"));
    for (StudyCase at : PLAN.cases()) {
      assertThat(tables.get(at.group()))
          .as(at.name())
          .contains("| " + (at.group().equals("base") ? "base: " : "") + at.variant() + " |")
          .contains("(plots/");
    }
    assertThat(
            tables
                .getOrDefault("slots", "")
                .lines()
                .filter(line -> line.startsWith("| base: 4+2 |")))
        .as("the base in both tables")
        .hasSize(2);
    assertThat(tables.keySet()).contains("compared", "cpu", "conclusions");
  }

  @Test
  void theOrderOfResultsDoesNotMatter() {
    List<StudyResult> results = new ArrayList<>(all("pando"));
    results.addAll(all("ceph"));
    SequencedMap<String, String> tables = tables(results);
    Collections.reverse(results);
    assertThat(tables(results)).isEqualTo(tables);
    assertThat(StudyReport.of(PLAN, results).plots().get("paper.svg")).contains("(ceph)");
  }

  @Test
  void linesOfOtherSystemsAreDashedAndTheirCasesHaveOneColor() {
    StudyCase at = PLAN.cases().getFirst();
    String plot =
        StudyReport.of(PLAN, List.of(result("pando", at, 7), result("ceph", at, 7)))
            .plots()
            .getOrDefault("cpu.svg", "");
    List<String> lines = plot.lines().filter(line -> line.startsWith("<polyline")).toList();
    assertThat(lines).as("a line and its sample in the legend, twice").hasSize(4);
    assertThat(lines.stream().filter(line -> line.contains("stroke-dasharray"))).hasSize(2);
    assertThat(lines.stream().map(line -> line.replaceFirst(".*stroke=\"(#\\w+)\".*", "$1")))
        .containsOnly("#1f77b4");
  }

  /** Processor time is counted in steps, which a short span shows as a peak. */
  @Test
  void aPointRightBehindAnotherIsNotDrawn() {
    StudyCase at = PLAN.cases().getFirst();
    StudyResult result =
        StudyResult.of(
            "pando",
            at,
            Map.of(),
            List.of(
                new StudyResult.CpuPoint(1, 1),
                new StudyResult.CpuPoint(2, 2),
                new StudyResult.CpuPoint(2.01, 99)),
            "");
    String plot = StudyReport.of(PLAN, List.of(result)).plots().getOrDefault("cpu.svg", "");
    assertThat(plot.lines().filter(line -> line.startsWith("<polyline")).findFirst().orElse(""))
        .endsWith("points=\"385.0,146.0 720.0,16.0\"/>");
  }

  /** The longest label needs about seven units for each letter. */
  @Test
  void labelsBeginWithinThePlot() {
    for (StudyCase at : PLAN.select("paper/*").cases()) {
      String plot =
          StudyReport.of(
                  PLAN, List.of(result("pando", at, 7), result("a-system-of-another-kind", at, 7)))
              .plots()
              .getOrDefault(at.group() + ".svg", "");
      int label = (at.variant() + " (a-system-of-another-kind)").length();
      String text =
          plot.lines().filter(line -> line.contains("(a-system")).findFirst().orElseThrow();
      double end = Double.parseDouble(text.replaceFirst(".*x=\"([0-9.]+)\".*", "$1"));
      assertThat(end).as(at.name()).isGreaterThan(6.5 * label);
    }
  }

  @Test
  void theNewestResultOfACaseCounts() {
    StudyCase at = PLAN.select("slots/16").cases().getFirst();
    assertThat(tables(List.of(result("pando", at, 11), result("pando", at, 22))).get("slots"))
        .contains("| 22.0 |")
        .doesNotContain("| 11.0 |");
  }

  @Test
  void whatASystemLacksIsEmpty() {
    StudyCase at = PLAN.cases().getFirst();
    StudyResult none = StudyResult.of("ceph", at, Map.of(), List.of(), "");
    SequencedMap<String, String> tables = tables(List.of(result("pando", at, 7), none));
    assertThat(tables.get("paper")).contains("| ceph |  |  |  |");
    assertThat(StudyReport.of(PLAN, List.of(none)).plots().get("paper.svg"))
        .doesNotContain("jerasure");
  }

  @Test
  void plotsAreXmlAndTheirBarsAreAsLongAsTheTimes() throws Exception {
    StudyCase at = PLAN.cases().getFirst();
    String plot =
        StudyReport.of(PLAN, List.of(result("a<&\">", at, 3), result("pando", at, 7)))
            .plots()
            .getOrDefault("paper.svg", "");
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(plot.getBytes(StandardCharsets.UTF_8)));
    List<Double> widths = new ArrayList<>();
    var bars = document.getElementsByTagName("rect");
    for (int i = 0; i < bars.getLength(); i++) {
      String title = bars.item(i).getTextContent();
      if (title.startsWith("checking ") || title.startsWith("rebuilding ")) {
        widths.add(
            Double.valueOf(bars.item(i).getAttributes().getNamedItem("width").getNodeValue()));
      }
    }
    // 7 s and 1 s of pando, 3 s and 1 s of the other.
    assertThat(widths).hasSize(4);
    assertThat(widths.get(0) / widths.get(1)).isBetween(6.9, 7.1);
    assertThat(widths.get(2) / widths.get(3)).isBetween(2.9, 3.1);
  }

  @Test
  void aPageGetsItsTablesAndKeepsItsText() throws IOException {
    Path page = temp.resolve("page.md");
    Path plots = Files.createDirectories(temp.resolve("recovery"));
    Files.writeString(
        page,
        "before\n<!-- study:slots -->\nold\n<!-- end -->\nbetween\n<!-- study:unit -->\nkept\n<!-- end -->\n");
    StudyReport report =
        StudyReport.of(
            PLAN, List.of(result("pando", PLAN.select("slots/1").cases().getFirst(), 7)));
    report.writeInto(page, plots);
    String once = Files.readString(page);
    assertThat(once)
        .startsWith("before\n<!-- study:slots -->\n![checking and rebuilding](recovery/slots.svg)")
        .contains("\nbetween\n<!-- study:unit -->\nkept\n<!-- end -->\n")
        .doesNotContain("old");
    report.writeInto(page, plots);
    assertThat(Files.readString(page)).isEqualTo(once);
    report.write(plots);
    assertThat(plots.resolve("slots.svg")).exists();
    assertThat(plots.resolve("tables.md")).exists();
    Files.writeString(page, "nothing");
    assertThatThrownBy(() -> report.writeInto(page, plots))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("has no place for a table");
  }
}
