package io.pando.bench.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bench.BenchMain;
import io.pando.cli.Shell;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes are restarted in turn under load. How long operations wait is only printed. */
class RollingTest {
  @TempDir private Path temp = Path.of("");

  @Test
  void noOperationFails() {
    Shell.Outcome outcome =
        new Shell(BenchMain::commands, temp).run("bench", "rolling", "--osds", "4", "-t", "4");
    System.out.println("RollingTest: " + outcome.out().lines().reduce("", (a, b) -> b));
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out()).contains("mon.2 ", "osd.3 ", " operations, 0 failed");
    assertThat(outcome.status()).isZero();
  }

  @Test
  void nonsenseIsRefused() {
    Shell.Outcome outcome =
        new Shell(BenchMain::commands, temp).run("bench", "rolling", "--osds", "2");
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err()).contains("--osds must be 3 to 20");
  }
}
