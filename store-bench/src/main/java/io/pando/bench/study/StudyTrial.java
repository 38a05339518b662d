package io.pando.bench.study;

import io.pando.bench.load.Disks;
import io.pando.bench.study.plan.Figure;
import io.pando.bench.study.plan.StudyCase;
import io.pando.bench.study.plan.StudyPool;
import io.pando.bench.study.plan.StudyResult;
import io.pando.bench.trial.NetBytes;
import io.pando.bench.trial.ProcessTotals;
import io.pando.bench.trial.SteadyWriter;
import io.pando.bench.trial.TrialCluster;
import io.pando.cli.command.BoundedWait;
import io.pando.cli.command.UserError;
import io.pando.cli.daemon.DaemonException;
import io.pando.client.Cluster;
import io.pando.client.Pool;
import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Compression;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.erasure.ErasureProfile;
import io.pando.cluster.erasure.ProfileSyntaxException;
import io.pando.id.OsdId;
import io.pando.report.OsdPerformance;
import io.pando.report.OsdStats;
import io.pando.report.space.SpaceUse;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * One case of the study on a cluster of its own, of separate processes. The OSDs are killed; the
 * monitors notice that, and mark them out after {@value #OUT_SECONDS} s, so that checking and
 * rebuilding are apart.
 */
final class StudyTrial {
  /** Time after which the monitors mark an OSD out that is down. */
  static final int OUT_SECONDS = 5;

  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final Duration STATISTICS = Duration.ofSeconds(30);
  private static final int LOOK_MILLIS = 50;
  private static final int STEADY_MILLIS = 500;
  private static final int STEADY_TURNS = 9;
  private static final int AT_A_TIME = 16;
  private static final int MOST_AT_A_TIME = 64;
  private static final int SMALL_BYTES = 64 << 10;
  private static final int RATE_BYTES = 4 << 20;
  private static final int CLIENT_BYTES = 4 << 10;
  private static final int LEAST_CAPACITY_GIB = 8;
  private static final int CLIENT_WRITES = 100;
  private static final String PROFILE = "study";

  private final StudyCase at;
  private final TrialCluster trial;
  private final Consumer<String> progress;
  private final Map<Figure, Double> figures = new EnumMap<>(Figure.class);

  private StudyTrial(StudyCase at, TrialCluster trial, Consumer<String> progress) {
    this.at = at;
    this.trial = trial;
    this.progress = progress;
  }

  /**
   * Where clusters are made.
   *
   * @param folder folder for the clusters' temporary folders; null for the system's
   * @param err receives what daemons complain of
   */
  record Site(@Nullable Path folder, PrintStream err) {}

  /**
   * Runs a case.
   *
   * @param progress receives what is being done
   */
  static StudyResult run(StudyCase at, Site site, Consumer<String> progress)
      throws DaemonException, IOException, InterruptedException {
    progress.accept("starts " + at.layout().osds() + " OSDs");
    TrialCluster.Layout layout =
        new TrialCluster.Layout(
            1, at.layout().osds(), at.layout().osdsPerHost(), poolOf(at.pool()));
    TrialCluster.Site place = new TrialCluster.Site(site.folder(), null, settings(at));
    try (TrialCluster trial = TrialCluster.start(layout, place, site.err())) {
      try {
        return new StudyTrial(at, trial, progress).measure();
      } catch (IOException lost) {
        throw UserError.failed(
            "%s; daemons that ended by themselves: %s"
                .formatted(lost.getMessage(), trial.processes().ended()));
      }
    }
  }

  private static List<Change> poolOf(StudyPool pool) {
    StudyPool.Code code = pool.code();
    String name = TrialCluster.POOL;
    if (code == null) {
      return List.of(
          new Change.CreatePool(name, pool.groups(), pool.copies(), pool.minSize(), null));
    }
    try {
      return List.of(
          new Change.SetProfile(PROFILE, ErasureProfile.parse(code.settings())),
          new Change.CreateErasurePool(
              name, pool.groups(), pool.minSize(), PROFILE, null, Compression.NONE));
    } catch (ProfileSyntaxException wrong) {
      throw new IllegalArgumentException(wrong.problem(), wrong);
    }
  }

  /**
   * The capacity is far from full, and less than what the disk has: otherwise an OSD counts as used
   * what other processes write.
   */
  private static String settings(StudyCase at) {
    return """
    osd:
      capacity: %dGiB
      erasure_kernel: %s
      recovery_slots: %d
      recovery_pause_percent: %d
      repair_every: never
      scrub_every: never
      deep_scrub_every: never
    monitor:
      down_out_seconds: %d
    """
        .formatted(
            LEAST_CAPACITY_GIB + at.data().bytes() * 3 / (1 << 30),
            at.pool().kernel(),
            at.conditions().slots(),
            at.conditions().pausePercent(),
            OUT_SECONDS);
  }

  private StudyResult measure() throws IOException, InterruptedException {
    try (Cluster client = trial.connect()) {
      Pool pool = client.pool(TrialCluster.POOL).withTimeout(PATIENCE);
      fill(client, pool);
      measureRate(pool);
      if (at.conditions().cold()) {
        progress.accept("restarts the OSDs");
        coolDown(client);
      }
      CleanWait.await(client, PATIENCE);
      Disks.settle();
      try (SteadyWriter writer = new SteadyWriter(pool, at.conditions().clients(), CLIENT_BYTES)) {
        awaitWrites(writer);
        latencies(writer.take(), Figure.CLIENT_P50_BEFORE_MS, Figure.CLIENT_P99_BEFORE_MS);
        List<StudyResult.CpuPoint> cpu = lose(client);
        latencies(writer.take(), Figure.CLIENT_P50_MEANWHILE_MS, Figure.CLIENT_P99_MEANWHILE_MS);
        return StudyResult.of(StudyResult.PANDO, at, figures, cpu, kernelNote());
      }
    }
  }

  private void fill(Cluster client, Pool pool) throws InterruptedException {
    StudyCase.Data data = at.data();
    progress.accept("writes %d objects of %d bytes".formatted(data.objects(), data.sizeBytes()));
    long before = settledUse(client);
    int atATime = data.sizeBytes() <= SMALL_BYTES ? MOST_AT_A_TIME : AT_A_TIME;
    long nanos = new ObjectFill(pool, "object/", data.sizeBytes(), atATime).write(data.objects());
    figures.put(Figure.FILL_SECONDS, nanos / 1e9);
    // Statistics arrive with the OSDs' beacons: first that the objects exist, then their space.
    BoundedWait.until(STATISTICS, () -> storedBytes(client) >= data.bytes());
    long used = settledUse(client) - before;
    figures.put(Figure.SPACE_PER_BYTE, (double) used / data.bytes());
  }

  /** Bytes that all OSDs use, as soon as their statistics do not change any more. */
  private static long settledUse(Cluster client) throws InterruptedException {
    long[] last = {-1, 0};
    BoundedWait.until(
        STATISTICS,
        STEADY_MILLIS,
        () -> {
          long now = client.admin().osds().stream().mapToLong(OsdStats::usedBytes).sum();
          last[1] = now == last[0] ? last[1] + 1 : 0;
          last[0] = now;
          return last[1] >= STEADY_TURNS;
        });
    return last[0];
  }

  private static long storedBytes(Cluster client) {
    return client.admin().space().pools().values().stream()
        .mapToLong(SpaceUse.PoolSpace::storedBytes)
        .sum();
  }

  private void measureRate(Pool pool) throws InterruptedException {
    double seconds = at.conditions().writeSeconds();
    progress.accept("writes for %.0f s".formatted(seconds));
    ObjectFill rate = new ObjectFill(pool, "rate/", RATE_BYTES, AT_A_TIME);
    figures.put(Figure.WRITE_BYTES_PER_SECOND, rate.writeFor(seconds));
    rate.remove();
  }

  /** Empties the caches of the OSDs, and of the system for the OSDs' files alone. */
  private void coolDown(Cluster client) throws IOException, InterruptedException {
    List<OsdId> osds = osds();
    for (OsdId osd : osds) {
      trial.processes().stop(osd.toString());
    }
    Disks.settle();
    try (Stream<Path> files = Files.walk(trial.folder())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        new ProcessBuilder("dd", "if=" + file, "iflag=nocache", "count=0", "status=none")
            .redirectErrorStream(true)
            .start()
            .onExit()
            .join();
      }
    }
    for (OsdId osd : osds) {
      trial.processes().startAgain(osd.toString());
    }
    if (!trial.awaitClean(client, PATIENCE)) {
      throw UserError.failed("the OSDs did not return: " + client.admin().status().groups());
    }
  }

  private void awaitWrites(SteadyWriter writer) throws InterruptedException {
    long wanted = (long) CLIENT_WRITES * at.conditions().clients();
    if (!BoundedWait.until(PATIENCE, () -> writer.written() >= wanted)) {
      throw UserError.failed("clients cannot write");
    }
  }

  private void latencies(Histogram latencies, Figure half, Figure high) {
    if (latencies.getTotalCount() > 0) {
      figures.put(half, latencies.getValueAtPercentile(50) / 1e6);
      figures.put(high, latencies.getValueAtPercentile(99) / 1e6);
    }
  }

  private List<OsdId> osds() {
    return trial.config().osds().stream().map(entry -> new OsdId(entry.id())).toList();
  }

  /** The first OSDs of the first host, or the first OSD of each of the first hosts. */
  private List<OsdId> victims() {
    List<OsdId> victims = new ArrayList<>();
    for (int i = 0; i < at.loss().osds(); i++) {
      victims.add(new OsdId(at.loss().host() ? i : i * at.layout().osdsPerHost()));
    }
    return victims;
  }

  private List<StudyResult.CpuPoint> lose(Cluster client) throws IOException, InterruptedException {
    List<OsdId> victims = victims();
    List<OsdId> rest = osds().stream().filter(osd -> !victims.contains(osd)).toList();
    progress.accept("kills " + victims);
    long sent = NetBytes.sent(trial.config(), rest);
    OsdPerformance.Recovery before = recovery(client, rest);
    long killedNanos = System.nanoTime();
    for (OsdId victim : victims) {
      trial.processes().kill(victim.toString());
    }
    Milestones milestones = new Milestones(killedNanos);
    UseOverTime use = UseOverTime.of(trial.processes().running());
    try (use) {
      watch(client, victims, rest, milestones);
    }
    List<UseOverTime.Sample> samples = use.samples();
    figures.putAll(milestones.figures());
    figures.put(Figure.NET_BYTES, (double) (NetBytes.sent(trial.config(), rest) - sent));
    OsdPerformance.Recovery after = recovery(client, rest);
    figures.put(
        Figure.REBUILT_OBJECTS, (double) (after.recoveredObjects() - before.recoveredObjects()));
    figures.put(Figure.REBUILT_BYTES, (double) (after.recoveredBytes() - before.recoveredBytes()));
    addUse(samples, milestones);
    return UseOverTime.curve(samples, killedNanos);
  }

  private void addUse(List<UseOverTime.Sample> samples, Milestones milestones) {
    ProcessTotals begin = samples.getFirst().totals();
    ProcessTotals middle = UseOverTime.at(samples, milestones.firstRebuiltNanos()).totals();
    ProcessTotals end = samples.getLast().totals();
    figures.put(Figure.CHECKING_CPU_SECONDS, middle.since(begin).cpuNanos() / 1e9);
    figures.put(Figure.REBUILDING_CPU_SECONDS, end.since(middle).cpuNanos() / 1e9);
    figures.put(Figure.DISK_READ_BYTES, (double) end.since(begin).deviceBytes());
    figures.put(Figure.DISK_WRITTEN_BYTES, (double) end.since(begin).writtenBytes());
  }

  private void watch(Cluster client, List<OsdId> victims, List<OsdId> rest, Milestones milestones)
      throws InterruptedException {
    Semaphore never = new Semaphore(0);
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    boolean wasOut = false;
    long rebuilt = 0;
    while (!milestones.isOver()) {
      if (System.nanoTime() > deadline) {
        throw UserError.failed(
            "not all groups are clean %s s after the loss: %s"
                .formatted(PATIENCE.toSeconds(), client.admin().status().groups()));
      }
      Milestones.InMap map = inMap(client.admin().map(), victims);
      if (!milestones.hasRebuilt()) {
        rebuilt = rebuiltNow(client, rest, rebuilt);
      }
      Milestones.Groups groups =
          map.out()
              ? new Milestones.Groups(
                  CleanWait.all(client, CleanWait::isActive),
                  CleanWait.all(client, CleanWait::isClean))
              : new Milestones.Groups(false, false);
      milestones.observe(new Milestones.Observation(System.nanoTime(), map, groups, rebuilt));
      if (map.out() && !wasOut) {
        progress.accept("rebuilds");
        wasOut = true;
      }
      var _ = never.tryAcquire(LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private static Milestones.InMap inMap(ClusterMap map, List<OsdId> victims) {
    return new Milestones.InMap(
        victims.stream().noneMatch(map::isUp),
        victims.stream().anyMatch(osd -> !isIn(map, osd)),
        victims.stream().noneMatch(osd -> isIn(map, osd)));
  }

  private static boolean isIn(ClusterMap map, OsdId osd) {
    OsdInfo info = map.osds().get(osd);
    return info != null && info.in();
  }

  private static long rebuiltNow(Cluster client, List<OsdId> osds, long otherwise) {
    try {
      return recovery(client, osds).recoveredObjects();
    } catch (CompletionException notNow) {
      // An OSD that is busy may not answer in time; the next look shows it.
      return otherwise;
    }
  }

  /** What the OSDs together have rebuilt; they are asked at the same time. */
  private static OsdPerformance.Recovery recovery(Cluster client, List<OsdId> osds) {
    List<CompletableFuture<OsdPerformance>> asked =
        osds.stream().map(client.admin()::performanceAsync).toList();
    OsdPerformance.Served sum = OsdPerformance.Served.NONE;
    for (CompletableFuture<OsdPerformance> answer : asked) {
      sum = sum.plus(answer.join().served());
    }
    return sum.recovery();
  }

  /** The kernels that the OSDs say they use. */
  private String kernelNote() throws IOException {
    if (at.pool().code() == null) {
      return "";
    }
    try (Stream<Path> logs = Files.list(trial.folder().resolve("log"))) {
      for (Path log : logs.filter(file -> file.toString().endsWith(".log")).sorted().toList()) {
        for (String line : Files.readAllLines(log)) {
          int begin = line.indexOf("Erasure codes use the kernel ");
          if (begin >= 0) {
            return line.substring(begin);
          }
        }
      }
    }
    return "";
  }
}
