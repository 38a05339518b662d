package io.pando.sim.files.run;

import io.pando.bytes.Payload;
import io.pando.client.Cluster;
import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.call.NewName;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsRequest;
import io.pando.probe.Probe;
import io.pando.random.Random64;
import io.pando.sim.SimCluster;
import io.pando.sim.SimSettings;
import io.pando.sim.audit.Violation;
import io.pando.sim.fence.FenceTraffic;
import io.pando.sim.files.SimMds;
import io.pando.sim.files.check.BytesCheck;
import io.pando.sim.files.check.Cells;
import io.pando.sim.files.check.LocksCheck;
import io.pando.sim.files.check.NamesCheck;
import io.pando.sim.world.SimTrace;
import io.pando.sim.world.SimWorld;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The run of one seed of the profile {@code files}: programs on clients use the same names and
 * files while servers, clients, OSDs and monitors fail. Then everything is mended, and all promises
 * are checked.
 */
public final class FilesRun {
  private static final int FRAMES = 16;
  private static final int MOST_FINDINGS = 5;
  private static final int STRIPE_UNIT = 16_384;
  private static final int OBJECT_BYTES = 32_768;
  private static final long SITE_SALT = 0x5f11e5L;
  private static final List<String> DIRECTORIES = List.of("d0", "d1", "d2");

  private final FilesSite site;
  private final FenceTraffic traffic = new FenceTraffic();
  private final List<FilesPlayer> programs = new ArrayList<>();
  private final SortedMap<String, Ino> directories = new TreeMap<>();

  /** Directories of one client each. */
  private final SortedMap<String, Ino> owned = new TreeMap<>();

  private final List<Violation> violations = new ArrayList<>();
  private final SortedMap<String, Integer> probes = new TreeMap<>();
  private final CapabilityWatch watch;
  private long lastOwner;

  /**
   * Result of a run.
   *
   * @param plan what the seed drew, in one line
   * @param probes how often each probe was reached
   */
  public record Result(
      String plan,
      List<Violation> violations,
      Extent extent,
      SortedMap<String, Integer> probes,
      SimTrace trace) {}

  /**
   * How much happened.
   *
   * @param calls number of calls of programs
   * @param answered number of those that were answered
   * @param seconds virtual time
   */
  public record Extent(long calls, long answered, double seconds) {}

  private FilesRun(FilesSite site) {
    this.site = site;
    this.watch = new CapabilityWatch(site);
  }

  /**
   * Runs a seed.
   *
   * @param mostSteps steps after which it counts as endless
   * @param tracing is given the trace before anything happens
   */
  public static Result of(long seed, long mostSteps, Consumer<SimTrace> tracing) {
    FilesPlan plan = FilesPlan.draw(seed);
    SimSettings settings = SimSettings.usual().with(SimSettings.Store.HEAP);
    SimCluster cluster = new SimCluster(seed, plan.shape(), settings);
    cluster.world().limitSteps(mostSteps);
    tracing.accept(cluster.world().trace());
    List<Violation> violations = new ArrayList<>();
    try {
      Cluster operator = cluster.formed().connect();
      FilesRun run =
          new FilesRun(new FilesSite(cluster, operator, plan, new Random64(seed ^ SITE_SALT)));
      return run.result();
    } catch (RuntimeException | AssertionError failure) {
      violations.add(broken(failure));
    }
    return new Result(
        plan.toString(), violations, new Extent(0, 0, 0), new TreeMap<>(), cluster.world().trace());
  }

  private static Violation broken(Throwable failure) {
    boolean endless = failure instanceof SimWorld.EndlessException;
    StringBuilder text = new StringBuilder(failure.toString());
    Stream.of(failure.getStackTrace())
        .limit(FRAMES)
        .forEach(frame -> text.append("\n  at ").append(frame));
    return new Violation(
        endless ? Violation.Kind.ENDLESS : Violation.Kind.BROKEN_INVARIANT, text.toString());
  }

  private Result result() {
    try {
      Probe.listen(name -> probes.merge(name, 1, Integer::sum), this::live);
    } catch (RuntimeException | AssertionError failure) {
      violations.add(broken(failure));
    }
    judge();
    long answered = site.history().calls().stream().filter(it -> it.isEnded()).count();
    return new Result(
        site.plan().toString(),
        violations,
        new Extent(site.history().size(), answered, site.nowNanos() / 1e9),
        probes,
        site.cluster().world().trace());
  }

  // The run

  private void live() {
    site.cluster().fabric().watch(traffic);
    begin();
    FilesNemesis nemesis = new FilesNemesis(site, this::employ);
    nemesis.run();
    new FilesFinale(site, programs, directories, owned, violations).run();
  }

  private void begin() {
    change(new Change.CreatePool(FilesSite.NAMES, 2, 3, 2, null));
    change(new Change.CreatePool(FilesSite.BYTES, 2, 3, 2, null));
    change(new Change.CreateFileSystem(FilesSite.FILES, FilesSite.NAMES, List.of(FilesSite.BYTES)));
    for (int i = 0; i < site.plan().servers(); i++) {
      SimMds server = new SimMds(site.cluster(), i, site.plan().mds());
      site.servers().add(server);
      server.start();
    }
    FilesSite.Client first = site.open();
    layout(first, "pando.layout.stripe_unit", STRIPE_UNIT);
    layout(first, "pando.layout.object_size", OBJECT_BYTES);
    for (String each : DIRECTORIES) {
      NewName name =
          new NewName(
              Ino.ROOT, EntryName.of(each), 0755, 0, new FsRequest.NewContent.NewDirectory());
      Ino ino = found(first, new FileCall.Make(name));
      directories.put(each, ino);
      watch.add(ino);
    }
    FileOutcome _ = site.cluster().await(first.files().call(Caller.ROOT, new FileCall.SyncAll()));
    employ(first);
    for (int i = 1; i < site.plan().clients().count(); i++) {
      employ(site.open());
    }
  }

  private void change(Change change) {
    site.cluster().await(site.operator().admin().changeAsync(change));
  }

  private void layout(FilesSite.Client by, String setting, int value) {
    Payload text = Payload.utf8(Integer.toString(value));
    FsRequest set = new FsRequest.SetXattr(Ino.ROOT, setting, text, FsRequest.XattrMode.EITHER);
    Ino _ = found(by, new FileCall.Request(set));
  }

  private Ino found(FilesSite.Client by, FileCall call) {
    FileOutcome outcome = site.cluster().await(by.files().call(Caller.ROOT, call));
    if (outcome instanceof FileOutcome.Answered(FsAnswer.Found it)) {
      return it.inode().ino();
    }
    throw new IllegalStateException("expected an inode for " + call + ", found " + outcome);
  }

  private void employ(FilesSite.Client client) {
    for (int i = 0; i < site.plan().clients().programs(); i++) {
      lastOwner++;
      employ(new FilesProgram(site, client, lastOwner, directories));
    }
    if (site.plan().events().makers()) {
      employ(new FilesMaker(site, client, owned));
    }
  }

  private void employ(FilesPlayer program) {
    programs.add(program);
    program.start();
  }

  // The judgement

  private void judge() {
    for (FilesSite.Client each : site.clients()) {
      each.files().losses().forEach(at -> site.history().lost(each.number(), at));
      if (isFenced(each)) {
        // It has not heard of that yet.
        site.history().lost(each.number(), site.nowNanos());
      }
    }
    String names = NamesCheck.violation(site.history());
    if (names != null) {
      add(Violation.Kind.NOT_LINEARIZABLE, "names: " + names);
    }
    add(
        Violation.Kind.NOT_LINEARIZABLE,
        BytesCheck.findings(site.history(), STRIPE_UNIT / Cells.BYTES));
    add(Violation.Kind.NOT_LINEARIZABLE, LocksCheck.findings(site.history()));
    add(
        Violation.Kind.FILES_WRONG,
        site.history().unfounded().stream().map(it -> "without a reason, " + it).toList());
    for (SimMds each : site.servers()) {
      add(Violation.Kind.BROKEN_INVARIANT, each.accusations());
    }
    add(Violation.Kind.CAPABILITY_CONFLICT, watch.conflicts());
    add(Violation.Kind.FENCE_BROKEN, watch.twoServers());
    add(Violation.Kind.FENCE_BROKEN, fenced());
    site.cluster().deaths().stream()
        .filter(death -> !death.expected())
        .forEach(death -> add(Violation.Kind.BROKEN_INVARIANT, death.toString()));
  }

  private boolean isFenced(FilesSite.Client client) {
    long session = client.files().sessions().getLast();
    return site.cluster().maps().stream().anyMatch(map -> map.fences().contains(session));
  }

  private List<String> fenced() {
    List<ClusterMap> maps = site.cluster().maps();
    return traffic.findings(maps);
  }

  private void add(Violation.Kind kind, List<String> accounts) {
    accounts.stream().limit(MOST_FINDINGS).forEach(each -> add(kind, each));
  }

  private void add(Violation.Kind kind, String account) {
    violations.add(new Violation(kind, account));
  }
}
