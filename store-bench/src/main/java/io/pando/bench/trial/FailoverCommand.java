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
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code pando bench failover}: measures how long a cluster is unavailable when one of its daemons
 * or clients fails.
 */
@Command(
    name = "failover",
    description =
        "measure how long writes wait when a daemon or client of a new cluster is killed or paused")
public final class FailoverCommand implements Callable<Integer> {
  private final CommandContext context;

  @Option(names = "--rounds", paramLabel = "N", description = "rounds (default: 20)")
  private int rounds = 20;

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      description =
          "kill or pause a primary until its groups can be written, kill the leading monitor until"
              + " the map can be changed, kill or pause the metadata server of a rank until names can"
              + " be made, or kill a client that writes to a file until another one can write to it:"
              + " kill, pause, monitor, mds, mds_pause, client (default: kill)")
  private Failover.Kind kind = Failover.Kind.kill;

  @Option(
      names = "--osds",
      paramLabel = "N",
      description = "OSDs of the cluster (default: 3; with --erasure, the sum of k and m)")
  private @Nullable Integer osdCount;

  @Option(
      names = "--erasure",
      paramLabel = "K+M",
      description = "erasure code of the pool, such as 4+2 (default: a pool of three copies)")
  private @Nullable String erasure;

  @Option(
      names = "--standby-replay",
      description = "with mds and mds_pause: a standby follows the journal of the rank")
  private boolean standbyReplay;

  @Option(
      names = "--journal",
      paramLabel = "MIB",
      description =
          "with mds and mds_pause: names that are in the journal before, in MiB (default: 0)")
  private int journalMib;

  public FailoverCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws DaemonException, IOException, InterruptedException {
    UserError.checkRange("--rounds", rounds, 1, 1_000);
    TrialPool pool = TrialPool.ofOption(erasure);
    int osds = osdCount == null ? pool.positions() : osdCount;
    UserError.checkRange("--osds", osds, pool.positions(), 20);
    UserError.checkRange("--journal", journalMib, 0, 10_000);
    List<Double> seconds = new ArrayList<>();
    try (TrialCluster trial =
        TrialCluster.start(
            new TrialCluster.Layout(
                3, osds, 1, kind.metadataServers(), List.of(pool.creation(8 * osds))),
            context.console().err())) {
      measure(trial, seconds);
    }
    report(osds, seconds);
    return ExitStatus.OK;
  }

  private interface Round {
    Failover.Result run() throws IOException, InterruptedException;
  }

  private void measure(TrialCluster trial, List<Double> seconds)
      throws IOException, InterruptedException {
    switch (kind) {
      case kill, pause, monitor -> {
        Failover failover = new Failover(trial);
        measure(() -> failover.round(kind), seconds);
      }
      case mds, mds_pause -> {
        try (RankFailover failover = RankFailover.prepare(trial, standbyReplay, journalMib)) {
          Absence absence = kind == Failover.Kind.mds ? Absence.KILLED : Absence.PAUSED;
          measure(() -> failover.round(absence), seconds);
        }
      }
      case client -> {
        try (ClientFailover failover = ClientFailover.prepare(trial)) {
          measure(failover::round, seconds);
        }
      }
    }
  }

  private void measure(Round next, List<Double> seconds) throws IOException, InterruptedException {
    for (int round = 0; round < rounds; round++) {
      Failover.Result result = next.run();
      seconds.add(result.nanos() / 1e9);
      if (!context.json()) {
        context.printf("%3d  %s  %.2f s", round + 1, result.victim(), result.nanos() / 1e9);
      }
    }
  }

  private void report(int osds, List<Double> seconds) {
    List<Double> sorted = seconds.stream().sorted().toList();
    double median = sorted.get(sorted.size() / 2);
    double worst = sorted.getLast();
    context.print(
        () ->
            new Json()
                .put("test", "failover")
                .put("kind", kind.name())
                .put("osds", osds)
                .put("erasure", erasure)
                .put("seconds", seconds)
                .put("median_seconds", median)
                .put("worst_seconds", worst),
        () ->
            context.printf(
                "%s, %d rounds: median %.2f s, worst %.2f s",
                kind.label(), seconds.size(), median, worst));
  }
}
