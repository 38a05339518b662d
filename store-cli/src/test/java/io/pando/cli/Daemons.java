package io.pando.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cli.config.ClusterConfig;
import io.pando.cli.process.JavaCommand;
import io.pando.cli.process.RunFolder;
import io.pando.cli.process.RunningProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Daemons of a cluster that are processes of their own: started, killed and started again. */
final class Daemons {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private Daemons() {}

  static void up(Shell shell, Path data, String... more) {
    List<String> line =
        new ArrayList<>(List.of("up", "--processes", "--detach", "--data", data.toString()));
    line.addAll(List.of(more));
    Shell.Outcome outcome = shell.run(line.toArray(String[]::new));
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.status()).isZero();
    assertThat(outcome.out()).contains("is up after");
  }

  static void kill(ClusterConfig config, String name) throws Exception {
    RunningProcess process = RunFolder.of(config).running(name).orElseThrow();
    process.kill();
    assertThat(process.awaitEnd(PATIENCE)).isTrue();
  }

  static void startOsd(ClusterConfig config, int id) throws IOException {
    Path log = config.file().resolveSibling("log").resolve("again.out");
    List<String> arguments =
        List.of("osd", "--id", String.valueOf(id), "-c", config.file().toString());
    new ProcessBuilder(JavaCommand.osd(config.settings().osd().storage().memory(), arguments))
        .redirectOutput(log.toFile())
        .redirectErrorStream(true)
        .start();
  }

  /** Whatever a test has left. */
  static void killAll(Path data) throws Exception {
    for (RunningProcess process : new RunFolder(data.resolve("run")).all().values()) {
      process.kill();
      assertThat(process.awaitEnd(PATIENCE)).isTrue();
    }
  }
}
