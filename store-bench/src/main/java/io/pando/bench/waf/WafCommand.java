package io.pando.bench.waf;

import io.pando.bench.load.BenchObjects;
import io.pando.bench.load.Load;
import io.pando.bench.load.Measured;
import io.pando.bench.load.UsageSample;
import io.pando.bench.load.Workload;
import io.pando.bench.trial.TrialCluster;
import io.pando.bench.trial.TrialPool;
import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.UserError;
import io.pando.cli.daemon.DaemonException;
import io.pando.cli.machine.ProcessWatch;
import io.pando.cli.text.ByteSize;
import io.pando.client.Cluster;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pando bench waf}: bytes written for each byte of clients, by purpose. */
@Command(
    name = "waf",
    description =
        "measure how many bytes a new cluster, of three OSDs or one for each fragment, writes for"
            + " each byte that clients write")
public final class WafCommand implements Callable<Integer> {
  private static final int GROUPS = 32;
  private static final int BLOCK_BYTES = 4096;

  private final CommandContext context;

  /** Kind of store. */
  enum Store {
    raw,
    kv,
    file
  }

  @Option(
      names = "--store",
      paramLabel = "STORE",
      description = "of the OSDs: raw, kv (with stripes of 4 KiB), file (default: raw)")
  private Store store = Store.raw;

  @Option(
      names = "--erasure",
      paramLabel = "K+M",
      description = "erasure code of the pool, such as 4+2 (default: a pool of three copies)")
  private @Nullable String erasure;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "a setting of the OSDs, as below 'osd' in a configuration; may be repeated")
  private Map<String, String> osdSettings = new TreeMap<>();

  @Option(
      names = "--image",
      paramLabel = "SIZE",
      description =
          "size of the image that is written to in 4 KiB at random offsets " + "(default: 256MiB)")
  private String image = "256MiB";

  @Option(
      names = {"-t", "--concurrency"},
      paramLabel = "N",
      description = "writes at a time (default: 16)")
  private int workers = 16;

  @Option(
      names = {"-s", "--seconds"},
      paramLabel = "S",
      description = "duration, after a warm-up of half of it (default: 60)")
  private int seconds = 60;

  @Option(
      names = "--single",
      paramLabel = "N",
      description =
          "objects for single writes of 4 KiB to 4 MiB, one after another; 0: none (default: 8)")
  private int singles = 8;

  @Option(
      names = "--rest",
      paramLabel = "S",
      description =
          "idle time of the disks after a single write before its bytes are counted (default: 2)")
  private int restSeconds = 2;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "directory for the cluster's temporary directory (default: the system's)")
  private @Nullable Path dir;

  @Option(
      names = "--logs",
      paramLabel = "DIR",
      description =
          "directory for the operation logs, such as one on another device; their "
              + "bytes do not count as written to the disks (default: next to the data)")
  private @Nullable Path logs;

  public WafCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws DaemonException, IOException, InterruptedException {
    long imageBytes =
        ByteSize.parse(image)
            .filter(bytes -> bytes >= Workload.IMAGE_OBJECT_BYTES && bytes <= 1L << 40)
            .orElseThrow(
                () -> UserError.usage("--image must be 4 MiB to 1 TiB, is '" + image + "'"));
    if (workers < 1 || workers > 4096 || seconds < 1 || seconds > 86_400) {
      throw UserError.usage("--concurrency must be 1 to 4096, --seconds 1 to 86400");
    }
    if (singles < 0 || singles > 1_000 || restSeconds < 0 || restSeconds > 600) {
      throw UserError.usage("--single must be 0 to 1000, --rest 0 to 600 seconds");
    }
    TrialPool pool = TrialPool.ofOption(erasure);
    try (TrialCluster trial =
            TrialCluster.start(
                new TrialCluster.Layout(3, pool.positions(), 1, List.of(pool.creation(GROUPS))),
                new TrialCluster.Site(dir, logs, settings()),
                context.console().err());
        Cluster cluster = trial.connect();
        ProcessWatch watch = new ProcessWatch()) {
      UsageSample.Place place = UsageSample.Place.at(cluster, trial.config(), watch);
      WafReport report = new WafReport(context, store.name(), pool);
      // Single writes come first, so that no writes of a long run are still pending.
      List<SingleWrites.Result> single =
          singles == 0
              ? List.of()
              : new SingleWrites(
                      place,
                      cluster.pool(TrialCluster.POOL),
                      singles,
                      Duration.ofSeconds(restSeconds))
                  .run();
      LongRun run = new LongRun(imageBytes, workers, TimeUnit.SECONDS.toNanos(seconds));
      report.print(run, run.measure(place, cluster), single);
    }
    return ExitStatus.OK;
  }

  /**
   * OSD settings. A kv store writes whole stripes, so the stripe size is the size of the writes
   * unless it is given.
   */
  private String settings() {
    Map<String, String> all = new TreeMap<>(osdSettings);
    all.put("store", store.name());
    if (store == Store.kv) {
      all.putIfAbsent("stripe", "4KiB");
    }
    return "osd:\n" + TrialCluster.Site.lines(all);
  }

  /** Random writes to an image. */
  record LongRun(long imageBytes, int workers, long nanos) {
    Measured measure(UsageSample.Place place, Cluster cluster)
        throws IOException, InterruptedException {
      BenchObjects objects = BenchObjects.in(cluster.pool(TrialCluster.POOL), workers);
      Workload workload = Workload.image(objects, imageBytes, BLOCK_BYTES);
      workload.prepare();
      new Load(workers, nanos / 2).run(workload);
      return Measured.run(new Load(workers, nanos), workload, place, true);
    }

    long clientBytes(Measured measured) {
      return measured.outcome().latencies().getTotalCount() * BLOCK_BYTES;
    }
  }
}
