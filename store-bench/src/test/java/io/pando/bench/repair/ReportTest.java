package io.pando.bench.repair;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    Outcome first = Samples.of(5_000, Way.TREE, 1024, 0.1, 12.5);
    Outcome second = Samples.of(5_000, Way.SCAN, 0, 0.1, 80);
    Path file = temp.resolve("outcomes");
    Outcomes.append(file, first);
    Outcomes.append(file, second);
    assertThat(Outcomes.read(file)).containsExactly(first, second);
    assertThat(Outcomes.line(first))
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
                Samples.of(5_000, Way.TREE, 1024, 0.1, 12.5),
                Samples.of(5_000, Way.SCAN, 0, 20, 80)));
    assertThat(table.lines()).hasSize(4);
    assertThat(table.lines().map(line -> line.chars().filter(c -> c == '|').count()).distinct())
        .hasSize(1);
    assertThat(table)
        .contains("| 5000 | 4096 | tree | 1024 | killed | 0.1% | 5 | 25.0 | 12.5 |")
        .contains("| scan | - | killed | 20% | 1000 |");
  }

  @Test
  void aLogThatReachedAllTheSameIsTold() {
    Outcome asked = Samples.of(5_000, Way.TREE, 0, 0, 3);
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
      some.add(Samples.of(5_000, Way.INDEX, 0, 1, millis));
    }
    some.add(Samples.of(5_000, Way.SCAN, 0, 1, 500));
    assertThat(Medians.of(some))
        .containsExactly(some.get(2), Samples.of(5_000, Way.SCAN, 0, 1, 500));
  }

  @Test
  void plotsAreThereWhereThereIsEnoughForThem() throws Exception {
    List<Outcome> some = new ArrayList<>();
    for (int objects : new int[] {5_000, 10_000, 100_000}) {
      for (double stale : new double[] {1, 10}) {
        some.add(Samples.of(objects, Way.SCAN, 0, stale, objects / 100.0));
        some.add(Samples.of(objects, Way.INDEX, 0, stale, stale));
        some.add(Samples.of(objects, Way.TREE, 1024, stale, 4 * stale));
        some.add(Samples.of(objects, Way.TREE, 4096, stale, 2 * stale));
      }
      some.add(Samples.of(objects, Way.INDEX, 0, 100_000.0 / objects, 3));
    }
    Plots.write(temp, some);
    assertThat(temp.resolve("tables.md")).exists();
    for (String name : List.of("clean-5k", "discovery-100k", "comparison-10k", "leaves-1")) {
      assertThat(temp.resolve(name + ".svg")).as(name).exists();
    }
    assertThat(temp.resolve("growth-1000.svg")).exists();
    assertThat(temp.resolve("growth-50.svg")).doesNotExist();
    Path plot = temp.resolve("leaves-1.svg");
    assertThat(Files.readString(plot))
        .contains("1% changed: discovery by trees", ">5k objects<", ">100k objects<")
        .doesNotContain("NaN", "Infinity");
    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(plot.toFile());
  }

  @Test
  void aChartHasItsPointsWhereTheyBelong() {
    LineChart chart =
        new LineChart("a < b", new Axis("x", true), new Axis("y", false))
            .add("line", 1, 0)
            .add("line", 100, 50)
            .add("other", 10, 25);
    assertThat(chart.svg())
        .contains("a &lt; b")
        .contains("points=\"70.0,350.0 540.0,40.0\"")
        .contains("cx=\"305.0\" cy=\"195.0\"");
  }

  @Test
  void ticksAreRoundNumbers() {
    assertThat(new Axis("y", false).scale(List.of(3.0, 47.0), 0, 1).ticks())
        .containsExactly(0.0, 10.0, 20.0, 30.0, 40.0, 50.0);
    assertThat(new Axis("y", true).scale(List.of(0.0, 3.0, 470.0), 0, 1).ticks())
        .containsExactly(1.0, 10.0, 100.0, 1000.0);
    assertThat(List.of(Axis.label(0.1), Axis.label(5_000), Axis.label(1_500_000)))
        .containsExactly("0.1", "5k", "1.5M");
  }
}
