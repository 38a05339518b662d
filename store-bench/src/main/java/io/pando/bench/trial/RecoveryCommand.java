package io.pando.bench.trial;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.UserError;
import io.pando.cli.daemon.DaemonException;
import io.pando.cli.output.Json;
import io.pando.cli.text.ByteSize;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code pando bench recovery}: measures how long it takes until all copies exist again after the
 * loss of an OSD.
 */
@Command(
    name = "recovery",
    description = "measure how fast a new cluster recovers all copies when it loses an OSD")
public final class RecoveryCommand implements Callable<Integer> {
  private final CommandContext context;

  @Option(names = "--objects", paramLabel = "N", description = "objects to store (default: 50000)")
  private long objects = 50_000;

  @Option(
      names = {"-b", "--size"},
      paramLabel = "SIZE",
      description = "size of an object (default: 4KiB)")
  private String size = "4KiB";

  @Option(names = "--groups", paramLabel = "N", description = "placement groups (default: 64)")
  private int groups = 64;

  @Option(
      names = "--clients",
      paramLabel = "N",
      description =
          "clients that each write one 4 KiB object after another during "
              + "recovery (default: 1)")
  private int clients = 1;

  @Option(names = "--keep", description = "keep the cluster's directory, with its logs")
  private boolean keep;

  public RecoveryCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws DaemonException, IOException, InterruptedException {
    int sizeBytes =
        ByteSize.parse(size)
            .filter(bytes -> bytes >= 1 && bytes <= 32 << 20)
            .map(Math::toIntExact)
            .orElseThrow(() -> UserError.usage("--size must be 1 to 32 MiB, is '" + size + "'"));
    if (objects < 1 || groups < 1 || groups > 4096 || clients < 0 || clients > 1_000) {
      throw UserError.usage(
          "--objects must be at least 1, --groups 1 to 4096, --clients 0 to 1000");
    }
    try (TrialCluster trial =
        TrialCluster.start(new TrialCluster.Shape(3, 4, groups), context.console().err())) {
      if (keep) {
        trial.keep();
        context.console().err().println("pando: the cluster is in " + trial.folder());
      }
      RecoveryTrial.Load load = new RecoveryTrial.Load(objects, sizeBytes, clients);
      report(sizeBytes, new RecoveryTrial(trial, load).run());
    }
    return ExitStatus.OK;
  }

  private void report(int sizeBytes, RecoveryTrial.Result result) {
    double seconds = result.nanos() / 1e9;
    double rate = objects / seconds;
    double cpuMillis = result.cpuNanos() / 1e6 / objects;
    if (context.json()) {
      context.printJson(
          new Json()
              .put("test", "recovery")
              .put("objects", objects)
              .put("size_bytes", sizeBytes)
              .put("groups", groups)
              .put("clients", clients)
              .put("seconds", seconds)
              .put("copies", result.copies())
              .put("objects_per_second", rate)
              .put("bytes_per_second", rate * sizeBytes)
              .put("cluster_cpu_ms_per_object", cpuMillis)
              .put("largest_resident_bytes", result.residentBytes())
              .put("client_ms_before", millis(result.before()))
              .put("client_ms_meanwhile", millis(result.meanwhile())));
      return;
    }
    context.printf(
        "%d objects of %s complete again after %.1f s (%d copies made)",
        objects, ByteSize.format(sizeBytes), seconds, result.copies());
    context.printf(
        "  speed       %.0f objects/s, %s/s", rate, ByteSize.format((long) (rate * sizeBytes)));
    context.printf("  CPU         %.3f ms per object, all daemons", cpuMillis);
    context.print("  memory      " + ByteSize.format(result.residentBytes()) + " at most");
    context.print("  writes      before " + words(result.before()));
    context.print("              meanwhile " + words(result.meanwhile()));
  }

  private static Json millis(Histogram latencies) {
    return new Json()
        .put("count", latencies.getTotalCount())
        .put("p50", latencies.getValueAtPercentile(50) / 1e6)
        .put("p99", latencies.getValueAtPercentile(99) / 1e6)
        .put("max", latencies.getMaxValue() / 1e6);
  }

  private static String words(Histogram latencies) {
    return String.format(
        Locale.ROOT,
        "%d, ms p50 %.1f  p99 %.1f  max %.1f",
        latencies.getTotalCount(),
        latencies.getValueAtPercentile(50) / 1e6,
        latencies.getValueAtPercentile(99) / 1e6,
        latencies.getMaxValue() / 1e6);
  }
}
