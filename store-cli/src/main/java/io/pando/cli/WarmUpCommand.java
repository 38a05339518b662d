package io.pando.cli;

import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.Surroundings;
import io.pando.cli.config.ClusterConfig;
import io.pando.cli.config.ConfigException;
import io.pando.cli.config.ConfigLocation;
import io.pando.cli.daemon.DaemonException;
import io.pando.cli.daemon.DaemonLog;
import io.pando.cli.daemon.EmbeddedCluster;
import io.pando.cli.daemon.NewCluster;
import io.pando.cli.daemon.Provision;
import io.pando.cli.output.Console;
import io.pando.client.Cluster;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/**
 * Goes once through what most commands and daemons do, on a small cluster of its own, so that the
 * launcher can record which classes they load.
 */
@Command(name = "warm-up", hidden = true)
final class WarmUpCommand implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final List<List<String>> COMMANDS =
      List.of(
          List.of("pool", "create", "p", "1", "--size", "1"),
          List.of("put", "o", "-"),
          List.of("get", "o"),
          List.of("ls"),
          List.of("stat", "o"),
          List.of("status"),
          List.of("status", "-f", "json"),
          List.of("osd", "tree"),
          List.of("pool", "create", "--help"));

  @Override
  public Integer call() throws IOException, ConfigException, DaemonException {
    Path folder = Files.createTempDirectory("pando-warm-up-");
    ClusterConfig config = ClusterConfig.read(NewCluster.write(folder, 1, 1, 0));
    EmbeddedCluster daemons = EmbeddedCluster.open(config, new Deaf());
    try {
      daemons.startMonitors();
      try (Cluster client = Surroundings.connect(config)) {
        Provision.createOsds(client, config);
        daemons.startOsds();
        Provision.awaitOsds(client, config, PATIENCE);
      }
      COMMANDS.forEach(command -> run(config, command));
    } finally {
      daemons.close();
      remove(folder);
    }
    return ExitStatus.OK;
  }

  private static void run(ClusterConfig config, List<String> command) {
    try (PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
      byte[] input = command.toString().getBytes(StandardCharsets.UTF_8);
      Console console = new Console(new ByteArrayInputStream(input), nowhere, nowhere, false);
      ConfigLocation location =
          new ConfigLocation(config.file().resolveSibling("last"), config.file().toString());
      new Program(new Surroundings(console, location)).run(command.toArray(String[]::new));
    }
  }

  private static void remove(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(file);
      }
    }
  }

  private record Deaf() implements DaemonLog {
    @Override
    public void note(String daemon, String what) {}

    @Override
    public void fatal(String daemon, String why) {
      throw new IllegalStateException(daemon + ": " + why);
    }
  }
}
