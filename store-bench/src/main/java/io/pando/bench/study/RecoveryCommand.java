package io.pando.bench.study;

import io.pando.bench.trial.TrialCluster;
import io.pando.bench.trial.TrialPool;
import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.UserError;
import io.pando.cli.daemon.DaemonException;
import io.pando.cli.output.Json;
import io.pando.cli.text.ByteSize;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code pando bench recovery}: measures how long it takes until all copies or fragments exist
 * again after the loss of an OSD; once, or as a study of many cases.
 */
@Command(
    name = "recovery",
    description =
        "measure how fast a new cluster recovers all copies or fragments when it loses an OSD")
public final class RecoveryCommand implements Callable<Integer> {
  private static final int MONITORS = 3;

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

  @Option(
      names = "--erasure",
      paramLabel = "K+M",
      description =
          "erasure coded with k and m, such as 2+1; a host for each fragment and a spare one "
              + "(default: three replicas)")
  private @Nullable String erasure;

  @Option(
      names = "--losses-before",
      paramLabel = "N",
      description =
          "OSDs that are lost and replaced before the one that is measured, 0 to 2: the "
              + "others then run compiled code (default: 0)")
  private int lossesBefore;

  @Mixin private StudyOptions study = new StudyOptions();

  @Option(names = "--keep", description = "keep the cluster's directory, with its logs")
  private boolean keep;

  public RecoveryCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws DaemonException, IOException, InterruptedException {
    if (study.isGivenWithoutStudy()) {
      throw UserError.usage(
          "--cases, --scale, --out, --peer, --report-only, --page and --list go with --study");
    }
    if (study.study) {
      refuseOptionsOfOneTrial();
      return new StudyRun(context, study).run();
    }
    int sizeBytes =
        ByteSize.parse(size)
            .filter(bytes -> bytes >= 1 && bytes <= 32 << 20)
            .map(Math::toIntExact)
            .orElseThrow(() -> UserError.usage("--size must be 1 to 32 MiB, is '" + size + "'"));
    if (objects < 1 || groups < 1 || groups > 4096 || clients < 0 || clients > 1_000) {
      throw UserError.usage(
          "--objects must be at least 1, --groups 1 to 4096, --clients 0 to 1000");
    }
    TrialPool pool = TrialPool.ofOption(erasure);
    if (lossesBefore < 0 || lossesBefore > 2) {
      throw UserError.usage("--losses-before must be 0 to 2, is " + lossesBefore);
    }
    try (TrialCluster trial =
        TrialCluster.start(
            layout(pool), new TrialCluster.Site(null, null, ""), context.console().err())) {
      if (keep) {
        trial.keep();
        context.console().err().println("pando: the cluster is in " + trial.folder());
      }
      RecoveryTrial.Load load = new RecoveryTrial.Load(objects, sizeBytes, clients, lossesBefore);
      report(sizeBytes, new RecoveryTrial(trial, load).run());
    }
    return ExitStatus.OK;
  }

  private void refuseOptionsOfOneTrial() {
    if (erasure != null || keep || lossesBefore != 0) {
      throw UserError.usage(
          "--erasure, --losses-before and --keep are for one trial; the cases of --study have pools of their own");
    }
  }

  /** A host for each copy or fragment, and a spare one for each loss. */
  private TrialCluster.Layout layout(TrialPool pool) {
    return new TrialCluster.Layout(
        MONITORS, pool.positions() + 1 + lossesBefore, 1, List.of(pool.creation(groups)));
  }

  private void report(int sizeBytes, RecoveryTrial.Result result) {
    double seconds = result.nanos() / 1e9;
    double rate = objects / seconds;
    double made = Math.max(1, result.copies());
    double netBytes = result.netBytes() / made;
    double readBytes = result.use().deviceBytes() / made;
    double allMillis = result.use().cpuNanos() / 1e6;
    String copy = erasure == null ? "copy" : "fragment";
    if (context.json()) {
      context.printJson(
          new Json()
              .put("test", "recovery")
              .put("objects", objects)
              .put("size_bytes", sizeBytes)
              .put("groups", groups)
              .put("erasure", erasure)
              .put("clients", clients)
              .put("losses_before", lossesBefore)
              .put("seconds", seconds)
              .put("copies", result.copies())
              .put("objects_per_second", rate)
              .put("bytes_per_second", rate * sizeBytes)
              .put("cluster_cpu_ms_per_object", allMillis / objects)
              .put("cluster_cpu_ms_per_copy", allMillis / made)
              .put("net_bytes_per_copy", netBytes)
              .put("disk_read_bytes_per_copy", readBytes)
              .put("largest_resident_bytes", result.use().residentBytes())
              .put("client_ms_before", millis(result.before()))
              .put("client_ms_meanwhile", millis(result.meanwhile())));
      return;
    }
    context.printf(
        "%d objects of %s complete again after %.1f s (%d %s made)",
        objects,
        ByteSize.format(sizeBytes),
        seconds,
        result.copies(),
        erasure == null ? "copies" : "fragments");
    context.printf(
        "  speed       %.0f objects/s, %s/s", rate, ByteSize.format((long) (rate * sizeBytes)));
    context.printf(
        "  CPU         %.3f ms per object, %.3f for each %s, all daemons",
        allMillis / objects, allMillis / made, copy);
    context.printf(
        "  net         %s between OSDs for each %s", ByteSize.format((long) netBytes), copy);
    context.printf("  disk        %s read for each %s", ByteSize.format((long) readBytes), copy);
    context.print("  memory      " + ByteSize.format(result.use().residentBytes()) + " at most");
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
