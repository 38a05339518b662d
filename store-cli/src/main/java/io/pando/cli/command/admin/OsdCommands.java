package io.pando.cli.command.admin;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.UserError;
import io.pando.cli.command.run.DaemonRun;
import io.pando.cli.daemon.DaemonException;
import io.pando.cli.output.Json;
import io.pando.cli.output.Table;
import io.pando.cli.text.ByteSize;
import io.pando.cluster.Change;
import io.pando.cluster.ClusterFlag;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.fullness.FullRatio;
import io.pando.cluster.fullness.FullnessLevel;
import io.pando.id.OsdId;
import io.pando.report.OsdStats;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pando osd …}: the storage daemons. */
@Command(name = "osd", description = "show and administer OSDs; with --id: run one")
public final class OsdCommands implements Callable<Integer> {
  private final CommandContext context;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--id", paramLabel = "N", description = "run the OSD with this number")
  private @Nullable Integer id;

  @Option(
      names = "--log",
      paramLabel = "FILE",
      description = "with --id: log file (default: standard error)")
  private @Nullable Path logFile;

  @Option(
      names = "--create",
      description = "with --id: create the OSD in the map first, unless it is there already")
  private boolean create;

  public OsdCommands(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws DaemonException, IOException, InterruptedException {
    if (id == null) {
      throw new ParameterException(spec.commandLine(), "give a command, or --id N to run an OSD");
    }
    return new DaemonRun(context, logFile).osd(id, create);
  }

  @Command(name = "tree", description = "show the CRUSH hierarchy and the state of the OSDs")
  int tree() {
    return context.connected(cluster -> {
      OsdTree tree = OsdTree.of(cluster.admin().map());
      context.print(tree::json, () -> tree.print(context.console().out()));
    });
  }

  @Command(name = "ls", description = "list the numbers of all OSDs")
  int ls() {
    return context.connected(cluster -> {
      List<Integer> osds =
          cluster.admin().map().osds().keySet().stream().map(OsdId::value).toList();
      context.print(() -> osds, () -> osds.forEach(osd -> context.print(osd.toString())));
    });
  }

  @Command(name = "df", description = "show the space that the OSDs use")
  int df() {
    return context.connected(cluster -> {
      ClusterMap map = cluster.admin().map();
      Map<OsdId, OsdStats> stats = new TreeMap<>();
      cluster.admin().osds().forEach(osd -> stats.put(osd.osd(), osd));
      context.print(() -> dfJson(map, stats), () -> printDf(map, stats));
    });
  }

  private void printDf(ClusterMap map, Map<OsdId, OsdStats> stats) {
    Table table = new Table();
    table.right("ID", "CLASS", "REWEIGHT", "SIZE", "USE", "AVAIL", "%USE", "PGS", "STATUS");
    for (OsdInfo osd : map.osds().values()) {
      OsdStats told = stats.get(osd.id());
      String reweight = OsdTree.fixed(osd.effectiveReweight());
      FullnessLevel level = map.fullness().levels().get(osd.id());
      String state = (osd.up() ? "up" : "down") + (level == null ? "" : "," + level.label());
      int id = osd.id().value();
      String deviceClass = OsdTree.deviceClass(map, id);
      if (told == null) {
        table.row(id, deviceClass, reweight, "-", "-", "-", "-", "-", state);
      } else {
        table.row(
            id,
            deviceClass,
            reweight,
            ByteSize.format(told.capacityBytes()),
            ByteSize.format(told.usedBytes()),
            ByteSize.format(Math.max(0, told.capacityBytes() - told.usedBytes())),
            String.format(Locale.ROOT, "%.2f", percent(told)),
            told.load().groups(),
            state);
      }
    }
    table.print(context.console().out());
  }

  private static Json dfJson(ClusterMap map, Map<OsdId, OsdStats> stats) {
    List<Json> nodes = new ArrayList<>();
    for (OsdInfo osd : map.osds().values()) {
      Json node =
          new Json()
              .put("id", osd.id().value())
              .put("device_class", OsdTree.deviceClass(map, osd.id().value()))
              .put("reweight", osd.effectiveReweight() / 65536.0)
              .put("status", osd.up() ? "up" : "down");
      OsdStats told = stats.get(osd.id());
      if (told != null) {
        node.put("bytes", told.capacityBytes())
            .put("bytes_used", told.usedBytes())
            .put("utilization", percent(told))
            .put("pgs", told.load().groups())
            .put("client_reads", told.clients().clientReads())
            .put("client_writes", told.clients().clientWrites());
      }
      nodes.add(node);
    }
    return new Json().put("nodes", nodes);
  }

  private static double percent(OsdStats told) {
    return 100.0 * told.usedBytes() / Math.max(1, told.capacityBytes());
  }

  @Command(
      name = "down",
      description = "mark OSDs down; one that is alive comes up again by itself")
  int down(@Parameters(arity = "1..*", paramLabel = "OSD") List<OsdId> osds) {
    return context.change(new Change.MarkDown(osds));
  }

  @Command(name = "out", description = "mark OSDs out: their data moves to others")
  int out(@Parameters(arity = "1..*", paramLabel = "OSD") List<OsdId> osds) {
    return context.change(new Change.MarkOut(osds));
  }

  @Command(name = "in", description = "mark OSDs in: they get data again")
  int in(@Parameters(arity = "1..*", paramLabel = "OSD") List<OsdId> osds) {
    return context.change(new Change.MarkIn(osds));
  }

  @Command(
      name = "drain",
      description = "mark OSDs out, and report progress until no data is only on them")
  int drain(
      @Parameters(paramLabel = "OSD") OsdId osd,
      @Option(
              names = "--wait",
              paramLabel = "SECONDS",
              defaultValue = "3600",
              description = "how long to wait (default: ${DEFAULT-VALUE}); 0: do not wait")
          int waitSeconds)
      throws InterruptedException {
    return new OsdRemoval(context).drain(osd, Duration.ofSeconds(waitSeconds));
  }

  @Command(
      name = "safe-to-destroy",
      description = "tell whether an OSD can be removed without loss of data")
  int safeToDestroy(@Parameters(paramLabel = "OSD") OsdId osd) {
    return new OsdRemoval(context).safeToDestroy(osd);
  }

  @Command(
      name = "ok-to-stop",
      description = "tell whether every group stays active if these OSDs stop")
  int okToStop(@Parameters(arity = "1..*", paramLabel = "OSD") List<OsdId> osds) {
    return new StopChecks(context).osds(osds);
  }

  @Command(name = "dump", description = "show the whole map: flags, pools and OSDs")
  int dump() {
    return context.connected(cluster -> {
      MapDump dump = new MapDump(cluster.admin().map());
      context.print(dump::json, () -> dump.print(context.console().out()));
    });
  }

  @Command(name = "reweight", description = "set the fraction of an OSD's CRUSH weight that counts")
  int reweight(
      @Parameters(paramLabel = "OSD") OsdId osd,
      @Parameters(paramLabel = "WEIGHT", description = "0 to 1") double weight) {
    if (!(weight >= 0 && weight <= 1)) {
      throw UserError.usage("a reweight must be from 0 to 1, is " + weight);
    }
    return context.change(new Change.Reweight(osd, (int) (weight * 0x10000)));
  }

  @Command(
      name = "create",
      description = "create an OSD in the map: with this number, or the lowest free one")
  int create(
      @Parameters(arity = "0..1", paramLabel = "OSD") @Nullable OsdId osd,
      @Option(
              names = "--uuid",
              description = "identity of its data, to readmit data that was given up")
          @Nullable UUID identity) {
    return context.change(new Change.CreateOsd(osd, identity));
  }

  @Command(name = "purge", description = "remove an OSD that is down, from the map and from CRUSH")
  int purge(
      @Parameters(paramLabel = "OSD") OsdId osd,
      @Option(names = "--force", description = "even if groups are on it or may need its data")
          boolean force,
      @Option(names = "--yes-i-really-mean-it") boolean sure) {
    if (!sure) {
      throw UserError.failed(
          "this removes %s permanently. To confirm: pando osd purge %s --yes-i-really-mean-it"
              .formatted(osd, osd.value()));
    }
    return context.change(new Change.PurgeOsd(osd, force));
  }

  @Command(
      name = "replace",
      description = "give up the data of an OSD that is down; it starts next with an empty store")
  int replace(
      @Parameters(paramLabel = "OSD") OsdId osd,
      @Option(names = "--force", description = "even if inactive groups may need the data")
          boolean force,
      @Option(names = "--yes-i-really-mean-it") boolean sure) {
    if (!sure) {
      throw UserError.failed(
          ("this gives up the data of %s permanently. To confirm: pando osd replace %s"
                  + " --yes-i-really-mean-it")
              .formatted(osd, osd.value()));
    }
    return context.change(new Change.ReplaceOsd(osd, force));
  }

  @Command(
      name = "lost",
      description = "declare that the data of an OSD that is down will not return",
      footer = {
        "",
        "Groups and objects stop waiting for the OSD. Objects that only it had are lost then",
        "(pg lost), and groups that need its data report that (pg accept-loss). The OSD keeps its",
        "number. It does not start with these data again: give it an empty data directory, or let",
        "the data in again (osd create N --uuid IDENTITY)."
      })
  int lost(
      @Parameters(paramLabel = "OSD") OsdId osd,
      @Option(names = "--yes-i-really-mean-it") boolean sure) {
    if (!sure) {
      throw UserError.failed(
          ("this gives up all data that only %s has. To confirm: pando osd lost %s"
                  + " --yes-i-really-mean-it")
              .formatted(osd, osd.value()));
    }
    return context.change(new Change.DeclareLost(osd));
  }

  @Command(name = "set", description = "set a cluster flag")
  int set(
      @Parameters(paramLabel = "FLAG", description = "such as noout or nodown") ClusterFlag flag) {
    return context.change(new Change.SetFlag(flag, true));
  }

  @Command(name = "unset", description = "clear a cluster flag")
  int unset(
      @Parameters(paramLabel = "FLAG", description = "such as noout or nodown") ClusterFlag flag) {
    return context.change(new Change.SetFlag(flag, false));
  }

  @Command(
      name = "set-nearfull-ratio",
      description = "set the used share of its space from which an OSD is nearfull: a warning")
  int setNearfullRatio(
      @Parameters(paramLabel = "RATIO", description = "such as 0.85") String ratio) {
    return setRatio(FullRatio.NEARFULL, ratio);
  }

  @Command(
      name = "set-backfillfull-ratio",
      description = "set the used share of its space from which an OSD is not backfilled")
  int setBackfillfullRatio(
      @Parameters(paramLabel = "RATIO", description = "such as 0.90") String ratio) {
    return setRatio(FullRatio.BACKFILLFULL, ratio);
  }

  @Command(
      name = "set-full-ratio",
      description = "set the used share of its space from which an OSD takes removals only")
  int setFullRatio(@Parameters(paramLabel = "RATIO", description = "such as 0.95") String ratio) {
    return setRatio(FullRatio.FULL, ratio);
  }

  @Command(
      name = "set-failsafe-ratio",
      description = "set the used share of its space from which an OSD refuses writes by itself")
  int setFailsafeRatio(
      @Parameters(paramLabel = "RATIO", description = "such as 0.97") String ratio) {
    return setRatio(FullRatio.FAILSAFE, ratio);
  }

  private int setRatio(FullRatio ratio, String text) {
    if (!text.matches("[01]?(\\.[0-9]{1,3})?") || text.isEmpty()) {
      throw UserError.usage(
          "a ratio is a number from 0 to 1 with at most three decimals, such as 0.85, not '%s'"
              .formatted(text));
    }
    int thousandths = new BigDecimal(text).movePointRight(3).intValueExact();
    return context.change(new Change.SetFullRatio(ratio, thousandths));
  }

  @Command(
      name = "perf",
      description = "show operations, bytes written, resources used, and the time of each stage")
  int perf(
      @Parameters(arity = "0..1", paramLabel = "OSD", description = "only this OSD")
          @Nullable OsdId osd,
      @Option(
              names = "--watch",
              arity = "0..1",
              paramLabel = "SECONDS",
              fallbackValue = "5",
              defaultValue = "0",
              description = "repeat every N seconds (default 5) with the difference")
          int watchSeconds)
      throws InterruptedException {
    return context.connected(cluster -> {
      OsdPerf perf = new OsdPerf(context, cluster);
      if (watchSeconds > 0) {
        perf.watch(osd, Duration.ofSeconds(watchSeconds));
      } else {
        perf.print(osd);
      }
    });
  }

  @Command(name = "map", description = "show the group and the OSDs of an object")
  int map(
      @Parameters(paramLabel = "POOL") String pool,
      @Parameters(paramLabel = "OBJECT") String object) {
    return context.connected(
        cluster -> new GroupView(context, cluster.admin().map()).object(pool, object));
  }
}
