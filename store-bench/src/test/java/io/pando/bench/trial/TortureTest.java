package io.pando.bench.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bench.BenchMain;
import io.pando.cli.Shell;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
  void nonsenseIsRefused() {
    Shell.Outcome outcome = new Shell(BenchMain::commands, temp).run("torture", "--minutes", "0");
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err()).contains("--minutes must be more than 0");
  }
}
