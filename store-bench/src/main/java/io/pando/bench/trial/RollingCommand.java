package io.pando.bench.trial;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.UserError;
import io.pando.cli.daemon.DaemonException;
import io.pando.cli.output.Json;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pando bench rolling}: measures what clients notice of a rolling restart. */
@Command(
    name = "rolling",
    description = {
      "measure how long operations wait while all daemons of a new cluster are restarted in turn",
      "",
      "The daemons are stopped by SIGTERM, monitors first, each when 'ok-to-stop' allows it. Ends"
          + " with status 1 if an operation failed or read something else than was written."
    })
public final class RollingCommand implements Callable<Integer> {
  private static final int MOST_FAILURES = 10;

  private final CommandContext context;

  @Option(names = "--mons", paramLabel = "N", description = "monitors (default: 3)")
  private int monitors = 3;

  @Option(names = "--osds", paramLabel = "N", description = "OSDs (default: 5)")
  private int osds = 5;

  @Option(names = "--rounds", paramLabel = "N", description = "restarts of each (default: 1)")
  private int rounds = 1;

  @Option(
      names = {"-t", "--concurrency"},
      paramLabel = "N",
      description = "operations at a time: 4 KiB writes and reads in turns (default: 16)")
  private int clients = 16;

  @Option(names = "--keep", description = "keep the cluster's directory, with its logs")
  private boolean keep;

  public RollingCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws DaemonException, IOException, InterruptedException {
    UserError.checkRange("--mons", monitors, 3, 9);
    UserError.checkRange("--osds", osds, 3, 20);
    UserError.checkRange("--rounds", rounds, 1, 1_000);
    UserError.checkRange("--concurrency", clients, 1, 1_000);
    try (TrialCluster trial =
        TrialCluster.start(
            new TrialCluster.Shape(monitors, osds, 8 * osds), context.console().err())) {
      if (keep) {
        trial.keep();
        context.console().err().println("pando: the cluster is in " + trial.folder());
      }
      RollingTrial.Result result = new RollingTrial(trial, clients, this::tell).run(rounds);
      report(result);
      return result.all().failures().isEmpty() ? ExitStatus.OK : ExitStatus.FAILED;
    }
  }

  private void tell(String daemon, RollingLoad.Span span) {
    if (!context.json()) {
      print(daemon, span);
    }
  }

  private void print(String what, RollingLoad.Span span) {
    context.printf(
        "%-9s %7d operations, %d failed, longest %.2f s (%s)",
        what, span.operations(), span.failures().size(), span.longestSeconds(), span.longest());
  }

  private void report(RollingTrial.Result result) {
    List<String> failures = result.all().failures();
    context.print(
        () ->
            new Json()
                .put("test", "rolling")
                .put("monitors", json(result.monitors()))
                .put("osds", json(result.osds()))
                .put("operations", result.all().operations())
                .put("failures", failures.size())
                .put("longest_seconds", result.all().longestSeconds()),
        () -> {
          print("monitors", result.monitors());
          print("osds", result.osds());
          print("all", result.all());
          failures.stream().limit(MOST_FAILURES).forEach(line -> context.print("  " + line));
        });
  }

  private static Json json(RollingLoad.Span span) {
    return new Json()
        .put("operations", span.operations())
        .put("failures", span.failures().size())
        .put("longest_seconds", span.longestSeconds());
  }
}
