package io.pando.bench.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bench.BenchMain;
import io.pando.cli.Shell;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Real processes are killed and stopped under load, and what clients saw is judged. A short form;
 * {@code -Dpando.torture.minutes=10} makes it a long one.
 */
class TortureTest {
  @TempDir private Path temp = Path.of("");

  @Test
  void clientsSeeNothingThatMustNotBe() {
    String minutes = System.getProperty("pando.torture.minutes", "0.3");
    Shell.Outcome outcome =
        new Shell(BenchMain::commands, temp)
            .run("torture", "--minutes", minutes, "--seed", "1", "-f", "json");
    assertThat(outcome.out()).contains("\"findings\" : [ ]");
    assertThat(outcome.status()).isZero();
  }

  @Test
  void clientsOfFragmentsSeeNothingThatMustNotBe() {
    String minutes = System.getProperty("pando.torture.minutes", "0.3");
    Shell.Outcome outcome =
        new Shell(BenchMain::commands, temp)
            .run("torture", "--erasure", "2+1", "--minutes", minutes, "--seed", "2", "-f", "json");
    assertThat(outcome.out()).contains("\"findings\" : [ ]").contains("\"erasure\" : \"2+1\"");
    assertThat(outcome.status()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --minutes 0            | --minutes must be more than 0
          --erasure 4            | --erasure must be k and m such as 4+2, is '4'
          --erasure 20+4         | the sum of k and m in --erasure must be
          --erasure 4+2 --osds 5 | --osds must be 6 to 20
          """)
  void nonsenseIsRefused(String options, String why) {
    List<String> line = new ArrayList<>(List.of("torture"));
    line.addAll(List.of(options.split(" ")));
    Shell.Outcome outcome = new Shell(BenchMain::commands, temp).run(line.toArray(new String[0]));
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err()).contains(why);
  }
}
