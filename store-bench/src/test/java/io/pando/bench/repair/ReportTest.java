package io.pando.bench.repair;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Outcomes in files: lines that can be read again, tables, plots. */
class ReportTest {
  @TempDir private Path temp = Path.of("");

  @Test
  void whatIsWrittenCanBeReadAgain() throws IOException {
    Outcome first = Samples.of(5_000, DiscoveryMethod.TREE, 1024, 0.1, 12.5);
    Outcome second = Samples.of(5_000, DiscoveryMethod.SCAN, 0, 0.1, 80);
    Path file = temp.resolve("outcomes");
    OutcomeFile.append(file, first);
    OutcomeFile.append(file, second);
    assertThat(OutcomeFile.read(file)).containsExactly(first, second);
    assertThat(OutcomeFile.line(first))
        .isEqualTo(
            """
            {"round":{"objects":5000,"size_bytes":4096,"leaves":1024,"asked":"TREE",\
            "share":{"stale":0.1,"deleted":0.0,"fresh":0.0,"undone":false},\
            "outage":{"absence":"KILLED","cold":false},"different":5},\
            "back":{"way":"tree","clean_millis":25.0,"discovery_millis":12.5,"known_millis":12.5,\
            "whole_millis":25.0,"rounds":1,"comparison_bytes":120,"digests":0,"listed":5,\
            "lacking":5,"copied":5,"copied_bytes":20480},\
            "cost":{"store_listed":5000,"store_keys":4,"blocks_read":17,"block_bytes_read":70000,\
            "cpu_millis":500.0,"read_calls":1000,"device_bytes":0}}\
            """);
  }

  @Test
  void tablesHaveALineForEach() {
    String table =
        Summary.markdown(
            List.of(
                Samples.of(5_000, DiscoveryMethod.TREE, 1024, 0.1, 12.5),
                Samples.of(5_000, DiscoveryMethod.SCAN, 0, 20, 80)));
    assertThat(table.lines()).hasSize(4);
    assertThat(table.lines().map(line -> line.chars().filter(c -> c == '|').count()).distinct())
        .hasSize(1);
    assertThat(table)
        .contains("| 5000 | 4096 | tree | 1024 | killed | 0.1% | 5 | 25.0 | 12.5 |")
        .contains("| scan | - | killed | 20% | 1000 |");
  }

  @Test
  void aLogThatReachedAllTheSameIsTold() {
    Outcome asked = Samples.of(5_000, DiscoveryMethod.TREE, 0, 0, 3);
    Outcome.Back back = asked.back();
    Outcome taken =
        new Outcome(
            asked.round(),
            new Outcome.Back(
                "log",
                back.times(),
                new Outcome.Comparison(1, 0, 0, 0),
                new Outcome.Copies(0, 0, 0)),
            asked.cost());
    assertThat(Summary.markdown(List.of(taken))).contains("| tree (log) |");
  }

  @Test
  void whatWasDoneSeveralTimesCountsOnceWithItsMedian() {
    List<Outcome> some = new ArrayList<>();
    for (double millis : new double[] {90, 10, 30}) {
      some.add(Samples.of(5_000, DiscoveryMethod.INDEX, 0, 1, millis));
    }
    some.add(Samples.of(5_000, DiscoveryMethod.SCAN, 0, 1, 500));
    assertThat(OutcomeFile.medians(some))
        .containsExactly(some.get(2), Samples.of(5_000, DiscoveryMethod.SCAN, 0, 1, 500));
  }

  /** The plots of bench/plot.py, which reads the lines. */
  @Test
  void plotsAreThereWhereThereIsEnoughForThem() throws Exception {
    Path file = temp.resolve("outcomes");
    for (int objects : new int[] {5_000, 10_000, 100_000}) {
      for (double stale : new double[] {1, 10}) {
        OutcomeFile.append(
            file, Samples.of(objects, DiscoveryMethod.SCAN, 0, stale, objects / 100.0));
        OutcomeFile.append(file, Samples.of(objects, DiscoveryMethod.INDEX, 0, stale, stale));
        OutcomeFile.append(file, Samples.of(objects, DiscoveryMethod.TREE, 1024, stale, 4 * stale));
        OutcomeFile.append(file, Samples.of(objects, DiscoveryMethod.TREE, 4096, stale, 2 * stale));
      }
      OutcomeFile.append(
          file, Samples.of(objects, DiscoveryMethod.INDEX, 0, 100_000.0 / objects, 3));
    }
    Path plots = temp.resolve("plots");
    plot("repair", file, plots);
    for (String name : List.of("clean-5k", "discovery-100k", "comparison-10k", "growth-1000")) {
      assertThat(plots.resolve(name + ".svg")).as(name).exists();
    }
    assertThat(plots.resolve("growth-50.svg")).doesNotExist();
    Path leaves = plots.resolve("leaves-1.svg");
    assertThat(Files.readString(leaves))
        .contains("1% changed: discovery by trees", ">5k objects<", ">100k objects<")
        // 1,024 and 4,096 leaves take 4 and 2 of 50 ms: axes from 1k to 10k and 0.001 to 0.1.
        .contains("points=\"74.8,55.0 357.8,101.7\"");
    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(leaves.toFile());
  }

  @Test
  void twoSystemsAreDrawnSideBySide() throws Exception {
    Path file = temp.resolve("runs");
    for (String system : List.of("pando", "ceph")) {
      Files.writeString(
          file,
          "{\"test\": \"write-4k-16\", \"system\": \"" + system + "\", \"p50_ms\": 1.5}\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    }
    Path plot = temp.resolve("plot.svg");
    plot("side-by-side", file, plot);
    assertThat(Files.readString(plot))
        .contains("new objects, 4 KiB, 16 at a time", ">1.50<", "width=\"130.0\"");
    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(plot.toFile());
  }

  private static void plot(String kind, Path from, Path to) throws Exception {
    Path script = Path.of("").toAbsolutePath().resolveSibling("bench").resolve("plot.py");
    Process python =
        new ProcessBuilder("python3", script.toString(), kind, from.toString(), to.toString())
            .inheritIO()
            .start();
    assertThat(python.waitFor()).isZero();
  }
}
