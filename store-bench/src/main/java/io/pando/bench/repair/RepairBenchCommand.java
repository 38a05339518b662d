package io.pando.bench.repair;

import io.pando.bench.trial.Absence;
import io.pando.bench.trial.TrialCluster;
import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.UserError;
import io.pando.cli.daemon.DaemonException;
import io.pando.cli.text.ByteSize;
import io.pando.merkle.TreeDepth;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pando bench repair}: measures the return of a replica that was absent. */
@Command(
    name = "repair",
    description =
        "measure how a replica of a new cluster's only group catches up, by the method "
            + "that finds missing objects")
public final class RepairBenchCommand implements Callable<Integer> {
  private static final int MOST_OBJECTS = 10_000_000;

  private final CommandContext context;

  @Option(
      names = "--objects",
      paramLabel = "N,…",
      description = "objects in the group; 5k is 5000. Each number gets a cluster (default: 10k)")
  private String objects = "10k";

  @Option(
      names = "--stale",
      paramLabel = "P,…",
      description = "percent of objects rewritten during the outage (default: 0.1,1,10)")
  private String stale = "0.1,1,10";

  @Option(
      names = "--deletes",
      paramLabel = "P",
      description = "percent of objects deleted during the outage (default: 0)")
  private String deletes = "0";

  @Option(
      names = "--new",
      paramLabel = "P",
      description = "percent of objects created during the outage (default: 0)")
  private String fresh = "0";

  @Option(
      names = "--undo",
      description = "rewrite objects with their former bytes: a new version, which is copied")
  private boolean undo;

  @Option(
      names = "--ways",
      paramLabel = "WAY,…",
      description =
          "methods of finding missing objects: log (one that is long enough); where "
              + "the log is too short: index, tree, scan (default: index,tree,scan)")
  private String ways = "index,tree,scan";

  @Option(
      names = "--leaves",
      paramLabel = "N,…",
      description =
          "leaves of the hash trees. Each number gets a cluster; 0: all objects are "
              + "listed (default: by the number of objects)")
  private String leaves = "";

  @Option(
      names = {"-b", "--size"},
      paramLabel = "SIZE",
      description = "size of an object (default: 4KiB)")
  private String size = "4KiB";

  @Option(
      names = "--cold",
      description = "restart all OSDs before each round, so that their caches are empty")
  private boolean cold;

  @Option(
      names = "--away",
      paramLabel = "HOW",
      description =
          "killed: the replica's process is killed and restarted; paused: it is "
              + "paused, as if unreachable (default: killed)")
  private Absence away = Absence.KILLED;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      description = "rounds of each kind; --tables has the median (default: 1)")
  private int repeat = 1;

  @Option(
      names = "--warm-up",
      paramLabel = "N",
      description =
          "warm-up rounds of each method, not counted; all OSDs are restarted between "
              + "methods (default: 1)")
  private int warmUp = 1;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "a setting of the OSDs, as below 'osd' in a configuration; may be repeated")
  private Map<String, String> osdSettings = new TreeMap<>();

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "directory for the clusters' temporary directories (default: the system's)")
  private @Nullable Path dir;

  @Option(names = "--keep", description = "keep the clusters' directories, with their logs")
  private boolean keep;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "file to which a line of JSON is appended for each round")
  private @Nullable Path out;

  @Option(
      names = "--from",
      paramLabel = "FILE",
      description = "measure nothing, read a file that '--out' wrote; may be repeated")
  private List<Path> from = new ArrayList<>();

  @Option(
      names = "--tables",
      paramLabel = "FILE",
      description =
          "file for a table (Markdown) of the medians; bench/plot.py draws what --out wrote")
  private @Nullable Path tables;

  public RepairBenchCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws DaemonException, IOException, InterruptedException {
    List<Outcome> outcomes = new ArrayList<>();
    if (from.isEmpty()) {
      measure(outcomes);
    }
    for (Path file : from) {
      outcomes.addAll(OutcomeFile.read(file));
    }
    if (context.json()) {
      outcomes.forEach(outcome -> context.print(OutcomeFile.line(outcome)));
    } else {
      Summary.table(outcomes).print(context.console().out());
    }
    if (tables != null) {
      Files.writeString(tables, Summary.markdown(OutcomeFile.medians(outcomes)));
    }
    return ExitStatus.OK;
  }

  private void measure(List<Outcome> outcomes)
      throws DaemonException, IOException, InterruptedException {
    MeasurementPlan plan = sweep();
    int rounds = plan.rounds() * repeat;
    int sizeBytes = sizeBytes();
    for (MeasurementPlan.Stop stop : plan.stops()) {
      RepairTrial.Layout layout =
          new RepairTrial.Layout(
              stop.objects(), sizeBytes, stop.leaves(), TrialCluster.Site.lines(osdSettings));
      DiscoveryMethod first = stop.ways().getFirst();
      say("filling a cluster with " + stop.objects() + " objects");
      try (TrialCluster cluster =
              TrialCluster.start(
                  new TrialCluster.Shape(1, 3, 1),
                  new TrialCluster.Site(dir, null, layout.settings(first)),
                  context.console().err());
          RepairTrial trial = new RepairTrial(cluster, layout, first)) {
        if (keep) {
          cluster.keep();
          say("the cluster is in " + cluster.folder());
        }
        trial.fill();
        for (DiscoveryMethod way : stop.ways()) {
          for (int i = 0; i < warmUp; i++) {
            trial.round(way, plan.shares().getLast(), outage());
          }
          for (int i = 0; i < repeat; i++) {
            for (ChangeShare share : plan.shares()) {
              Outcome outcome = trial.round(way, share, outage());
              outcomes.add(outcome);
              say(outcomes.size() + " of " + rounds + ": " + Summary.sentence(outcome));
              if (out != null) {
                OutcomeFile.append(out, outcome);
              }
            }
          }
        }
      }
    }
  }

  private Outcome.Outage outage() {
    return new Outcome.Outage(away, cold);
  }

  private void say(String what) {
    context.console().err().println("pando: " + what);
  }

  private MeasurementPlan sweep() {
    if (repeat < 1 || repeat > 100 || warmUp < 0 || warmUp > 100) {
      throw UserError.usage("--repeat must be 1 to 100, --warm-up 0 to 100");
    }
    double deleted = NumberList.percents("--deletes", deletes).getFirst();
    double made = NumberList.percents("--new", fresh).getFirst();
    List<ChangeShare> shares = new ArrayList<>();
    for (double percent : NumberList.percents("--stale", stale)) {
      if (percent + deleted > 100) {
        throw UserError.usage("--stale and --deletes must be 100 percent at most, together");
      }
      shares.add(new ChangeShare(percent, deleted, made, undo));
    }
    return new MeasurementPlan(
        NumberList.counts("--objects", objects, 1, MOST_OBJECTS),
        leaves.isEmpty() ? List.of() : NumberList.leaves("--leaves", leaves, 1 << TreeDepth.MOST),
        NumberList.ways("--ways", ways),
        shares);
  }

  private int sizeBytes() {
    return ByteSize.parse(size)
        .filter(bytes -> bytes >= 1 && bytes <= 4 << 20)
        .map(Math::toIntExact)
        .orElseThrow(() -> UserError.usage("--size must be 1 to 4 MiB, is '" + size + "'"));
  }
}
