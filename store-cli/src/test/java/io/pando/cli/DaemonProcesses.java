package io.pando.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cli.config.ClusterConfig;
import io.pando.cli.process.JavaCommand;
import io.pando.cli.process.RunFolder;
import io.pando.cli.process.RunningProcess;
import io.pando.client.Cluster;
import io.pando.cluster.ClusterMap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A cluster whose daemons are processes, each with a program and variables of its own. */
record DaemonProcesses(ClusterConfig config) {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int HEAP_MIB = 512;

  /** Command line of the program that is tested. */
  static List<String> present(List<String> arguments) {
    return JavaCommand.of(HEAP_MIB, arguments);
  }

  /** Starts a daemon, and waits until its process is known; returns the file of its output. */
  Path start(String daemon, Function<List<String>, List<String>> program) throws IOException {
    return start(daemon, program, Map.of());
  }

  /** The same with additional environment variables. */
  Path start(
      String daemon, Function<List<String>, List<String>> program, Map<String, String> environment)
      throws IOException {
    List<String> name = List.of(daemon.split("\\.", 2));
    Path output =
        Files.createDirectories(config.file().resolveSibling("log")).resolve(daemon + ".out");
    List<String> arguments =
        List.of(name.getFirst(), "--id", name.getLast(), "-c", config.file().toString());
    ProcessBuilder builder =
        new ProcessBuilder(program.apply(arguments))
            .redirectOutput(output.toFile())
            .redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process = builder.start();
    Progress.await(
        daemon + " runs, see " + output, () -> process.isAlive() && runs(daemon) ? 1 : 0, 1);
    return output;
  }

  private boolean runs(String daemon) {
    try {
      return RunFolder.of(config).running(daemon).isPresent();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Stops a daemon in order. */
  void stop(String daemon) throws IOException, InterruptedException {
    RunningProcess process = RunFolder.of(config).running(daemon).orElseThrow();
    process.stop();
    assertThat(process.awaitEnd(PATIENCE)).as("%s ends", daemon).isTrue();
  }

  /** Waits until that many OSDs are up. */
  static void awaitUp(Cluster client, int osds) {
    Progress.await("OSDs up", () -> up(client.admin().map()), osds);
  }

  private static long up(ClusterMap map) {
    return map.osds().keySet().stream().filter(map::isUp).count();
  }

  /** Runs a command for this cluster. */
  Shell.Outcome run(String... words) {
    List<String> line = new ArrayList<>(List.of(words));
    line.addAll(List.of("-c", config.file().toString()));
    return new Shell(config.data()).run(line.toArray(String[]::new));
  }
}
