package io.pando.bench.trial;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.UserError;
import io.pando.cli.daemon.DaemonException;
import io.pando.cli.output.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code pando bench failover}: measures how long a cluster is unavailable when one of its daemons
 * fails.
 */
@Command(
    name = "failover",
    description = "measure how long writes wait when a daemon of a new cluster is killed or paused")
public final class FailoverCommand implements Callable<Integer> {
  private final CommandContext context;

  @Option(names = "--rounds", paramLabel = "N", description = "rounds (default: 20)")
  private int rounds = 20;

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      description =
          "kill or pause a primary until its groups can be written, or kill the leading monitor"
              + " until the map can be changed: kill, pause, monitor (default: kill)")
  private Failover.Kind kind = Failover.Kind.kill;

  @Option(names = "--osds", paramLabel = "N", description = "OSDs of the cluster (default: 3)")
  private int osds = 3;

  public FailoverCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws DaemonException, IOException, InterruptedException {
    UserError.checkRange("--rounds", rounds, 1, 1_000);
    UserError.checkRange("--osds", osds, 3, 20);
    List<Double> seconds = new ArrayList<>();
    try (TrialCluster trial =
        TrialCluster.start(new TrialCluster.Shape(3, osds, 8 * osds), context.console().err())) {
      Failover failover = new Failover(trial);
      for (int round = 0; round < rounds; round++) {
        Failover.Result result = failover.round(kind);
        seconds.add(result.nanos() / 1e9);
        if (!context.json()) {
          context.printf("%3d  %s  %.2f s", round + 1, result.victim(), result.nanos() / 1e9);
        }
      }
    }
    report(seconds);
    return ExitStatus.OK;
  }

  private void report(List<Double> seconds) {
    List<Double> sorted = seconds.stream().sorted().toList();
    double median = sorted.get(sorted.size() / 2);
    double worst = sorted.getLast();
    context.print(
        () ->
            new Json()
                .put("test", "failover")
                .put("kind", kind.name())
                .put("osds", osds)
                .put("seconds", seconds)
                .put("median_seconds", median)
                .put("worst_seconds", worst),
        () ->
            context.printf(
                "%s, %d rounds: median %.2f s, worst %.2f s",
                kind.label(), seconds.size(), median, worst));
  }
}
