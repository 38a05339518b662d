package io.pando.bench.trial;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.UserError;
import io.pando.cli.daemon.DaemonException;
import io.pando.cli.output.Json;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pando torture}. */
@Command(
    name = "torture",
    description =
        "kill and pause daemons of a new cluster under load, and check what its clients observed")
public final class TortureCommand implements Callable<Integer> {
  private final CommandContext context;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      description = "duration, such as 0.5 (default: 10)")
  private double minutes = 10;

  @Option(
      names = "--seed",
      paramLabel = "SEED",
      description =
          "seed of the fault schedule (default: random); its timing depends " + "on the machine")
  private @Nullable Long seed;

  @Option(names = "--mons", paramLabel = "N", description = "monitors (default: 3)")
  private int monitors = 3;

  @Option(
      names = "--osds",
      paramLabel = "N",
      description = "OSDs (default: 5; with --erasure, one more than k and m)")
  private @Nullable Integer osds;

  @Option(
      names = "--erasure",
      paramLabel = "K+M",
      description =
          "a pool with k data and m parity fragments, such as 4+2; up to m OSDs are away "
              + "at once (default: 3 copies)")
  private @Nullable String erasure;

  @Option(names = "--clients", paramLabel = "N", description = "clients (default: 6)")
  private int clients = 6;

  public TortureCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws DaemonException, IOException, InterruptedException {
    if (!(minutes > 0 && minutes <= 1_440)) {
      throw UserError.usage("--minutes must be more than 0, at most 1440, is " + minutes);
    }
    UserError.checkRange("--mons", monitors, 3, 9);
    TrialPool pool = TrialPool.ofOption(erasure);
    int count = osds == null ? Math.max(5, pool.positions() + 1) : osds;
    UserError.checkRange("--osds", count, pool.positions(), 20);
    UserError.checkRange("--clients", clients, 1, 100);
    long chosen = seed == null ? new SecureRandom().nextInt(1_000_000) : seed;
    TrialCluster.Layout layout =
        new TrialCluster.Layout(monitors, count, 1, List.of(pool.creation(8 * count)));
    Duration time = Duration.ofMillis((long) (minutes * 60_000));
    try (TrialCluster trial = TrialCluster.start(layout, context.console().err())) {
      Torture.Outcome outcome = new Torture(trial, layout, pool, clients, chosen).run(time);
      if (!outcome.findings().isEmpty()) {
        trial.keep();
      }
      report(outcome, chosen, trial);
      return outcome.findings().isEmpty() ? ExitStatus.OK : ExitStatus.FAILED;
    }
  }

  private void report(Torture.Outcome outcome, long chosen, TrialCluster trial) {
    if (context.json()) {
      context.printJson(
          new Json()
              .put("test", "torture")
              .put("seed", chosen)
              .put("erasure", erasure)
              .put("minutes", minutes)
              .put("operations", outcome.operations())
              .put("unknown", outcome.unknown())
              .put("listings", outcome.listings())
              .put("troubles", outcome.troubles())
              .put("findings", outcome.findings()));
      return;
    }
    context.printf(
        "torture for %s minutes, seed %d: %d operations (%d of unknown outcome), %d listings; %s",
        minutes,
        chosen,
        outcome.operations(),
        outcome.unknown(),
        outcome.listings(),
        outcome.troubles());
    if (outcome.findings().isEmpty()) {
      context.print("no violation");
    } else {
      outcome.findings().forEach(context::print);
      context.print(
          outcome.findings().size() + " violations; the cluster's files are in " + trial.folder());
    }
  }
}
