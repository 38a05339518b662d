package io.pando.cli.command.run;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.UserError;
import io.pando.cli.config.ClusterConfig;
import io.pando.cli.daemon.NewCluster;
import io.pando.cli.output.Json;
import io.pando.cli.process.RunFolder;
import io.pando.cli.process.RunningProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pando down}: stops the daemons of a cluster on this machine. */
@Command(name = "down", description = "stop the cluster on this machine")
public final class DownCommand implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final CommandContext context;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "data directory of the cluster, as given to 'pando up'")
  private @Nullable Path data;

  @Option(
      names = "--when-ok",
      arity = "0..1",
      paramLabel = "SECONDS",
      fallbackValue = "600",
      description =
          "wait until all groups stay active and the monitors keep their quorum without these"
              + " daemons, at most so long (default: 600), and stop them only then")
  private @Nullable Integer whenOkSeconds;

  public DownCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    ClusterConfig config =
        data == null ? context.config() : ClusterConfig.read(data.resolve(NewCluster.FILE));
    RunFolder folder = RunFolder.of(config);
    SortedMap<String, RunningProcess> running = folder.all();
    if (running.isEmpty()) {
      throw UserError.failed(
          "no daemon of the cluster of " + config.file() + " runs on this machine");
    }
    if (whenOkSeconds != null) {
      UserError.checkRange("--when-ok", whenOkSeconds, 0, 1_000_000);
      StopWait.of(config, running.keySet())
          .await(Duration.ofSeconds(whenOkSeconds), context.console().err());
    }
    RunningProcess up = running.get(RunFolder.UP);
    if (up != null) {
      stop(List.of(Map.entry(RunFolder.UP, up)));
    }
    for (String kind : List.of("mds.", "osd.", "mon.")) {
      stop(
          folder.all().entrySet().stream()
              .filter(entry -> entry.getKey().startsWith(kind))
              .toList());
    }
    context.print(
        () ->
            new Json()
                .put("configuration", config.file().toString())
                .put("stopped", List.copyOf(running.keySet())),
        () -> context.print("The cluster of " + config.file() + " is stopped."));
    return ExitStatus.OK;
  }

  private static void stop(List<Map.Entry<String, RunningProcess>> processes)
      throws IOException, InterruptedException {
    processes.forEach(entry -> entry.getValue().stop());
    for (Map.Entry<String, RunningProcess> entry : processes) {
      if (!entry.getValue().awaitEnd(PATIENCE)) {
        long pid = entry.getValue().pid();
        throw UserError.failed(
            "%s (process %s) did not stop within %s s; if it hangs, end it with: kill -9 %s"
                .formatted(entry.getKey(), pid, PATIENCE.toSeconds(), pid));
      }
    }
  }
}
