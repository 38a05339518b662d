package io.pando.bench.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bench.BenchMain;
import io.pando.bench.study.plan.Figure;
import io.pando.bench.study.plan.ResultFile;
import io.pando.bench.study.plan.StudyPlan;
import io.pando.bench.study.plan.StudyResult;
import io.pando.cli.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code pando bench recovery} does with its options; no cluster is started. */
class RecoveryCommandTest {
  @TempDir private Path temp = Path.of("");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --cases base/*                       | go with --study
          --report-only                        | go with --study
          --study                              | --out DIR
          --study --out o --cases nothing      | no case has a name like 'nothing'
          --study --out o --scale 0            | --scale must be 0.001 to 100
          --study --out o --scale NaN          | --scale must be 0.001 to 100
          --study --out o --peer ceph          | --peer must be NAME=COMMAND
          --study --out o --report-only        | without --report-only first
          --study --out o --page missing.md    | there is no such file
          --study --out o --erasure 2+1        | are for one trial
          --erasure 2                          | --erasure must be k and m
          --erasure 1+1                        | k is 1
          --erasure 20+4                       | must be 3 to 16
          """)
  void nonsenseIsRefused(String options, String complaint) {
    Shell.Outcome outcome = run(("bench recovery " + options).strip().split(" +"));
    assertThat(outcome.err()).startsWith("pando: ").contains(complaint).doesNotContain("\tat ");
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(Path.of("o")).doesNotExist();
  }

  @Test
  void casesAreListed() {
    assertThat(run("bench", "recovery", "--study", "--list", "--cases", "slots/*").out().lines())
        .containsExactly("slots/1", "slots/16");
  }

  /** The whole way from results to a page; a case that has a result is not run again. */
  @Test
  void resultsThatAreThereAreReportedAndNotMeasuredAgain() throws IOException {
    Path out = Files.createDirectories(temp.resolve("o"));
    String listed = run("bench", "recovery", "--study", "--list", "-f", "json").out();
    String kernel = listed.contains("\"kernel\":\"isal\"") ? "isal" : "vector";
    StudyPlan plan = StudyPlan.of(1, kernel).select("paper/6*");
    ResultFile file = new ResultFile(out.resolve(ResultFile.NAME));
    for (var at : plan.cases()) {
      file.append(
          StudyResult.of(
              "pando", at, Map.of(Figure.WRITE_BYTES_PER_SECOND, 3.0 * (1 << 20)), List.of(), ""));
    }
    Path page = temp.resolve("page.md");
    Files.writeString(page, "<!-- study:compared -->\n<!-- end -->\n");
    String peer = "--peer=twice=echo '{\"write_bytes_per_second\": 6291456}'";
    Shell.Outcome outcome =
        run(
            "bench",
            "recovery",
            "--study",
            "--cases=paper/6*",
            "--out=" + out,
            "--page=" + page,
            peer);
    assertThat(outcome.status()).isZero();
    assertThat(outcome.err())
        .contains("case 1 of 2, paper/6 three copies: 1 lost: has a result")
        .contains("case 2 of 2, paper/6 three copies: 2 lost, twice: done");
    assertThat(file.read()).hasSize(4);
    assertThat(Files.readString(page))
        .contains("| 6 three copies | 34.01 | 0.66 | 3.0 |  | 6.0 |  |");
    String before = Files.readString(file.path());
    Shell.Outcome again =
        run("bench", "recovery", "--study", "--report-only", "--out=" + out, "--page=" + page);
    assertThat(again.status()).isZero();
    assertThat(Files.readString(file.path())).isEqualTo(before);
  }

  private Shell.Outcome run(String... words) {
    return new Shell(BenchMain::commands, temp).run(words);
  }
}
