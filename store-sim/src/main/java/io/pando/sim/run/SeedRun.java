package io.pando.sim.run;

import static io.pando.sim.SimCluster.SECOND;

import io.pando.client.Cluster;
import io.pando.client.Pool;
import io.pando.cluster.Change;
import io.pando.cluster.erasure.ErasureProfile;
import io.pando.id.OsdId;
import io.pando.op.ObjectOp;
import io.pando.port.EventLoop;
import io.pando.probe.Limit;
import io.pando.probe.Probe;
import io.pando.random.Random64;
import io.pando.sim.Fault;
import io.pando.sim.SimCluster;
import io.pando.sim.audit.DamageCheck;
import io.pando.sim.audit.Unclean;
import io.pando.sim.audit.Violation;
import io.pando.sim.check.Bounds;
import io.pando.sim.check.CallOutcome;
import io.pando.sim.check.ClientCall;
import io.pando.sim.check.History;
import io.pando.sim.check.Linearizability;
import io.pando.sim.check.ListingCheck;
import io.pando.sim.disk.DiskFault;
import io.pando.sim.fence.SessionFences;
import io.pando.sim.files.run.FilesRun;
import io.pando.sim.plan.Plan;
import io.pando.sim.plan.Profile;
import io.pando.sim.plan.Trouble;
import io.pando.sim.workload.ClientSessions;
import io.pando.sim.workload.Generations;
import io.pando.sim.workload.RecordedPool;
import io.pando.sim.workload.WorkingClient;
import io.pando.sim.world.SimTrace;
import io.pando.sim.world.SimWorld;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The run of one seed, on one thread: forms a cluster, lets clients work while a {@link Nemesis}
 * makes trouble, ends all troubles, and then checks all promises of Pando.
 */
public final class SeedRun {
  /** Name of the pool. */
  static final String POOL = "data";

  /** Many times the steps of the longest of some hundred sound runs. */
  static final long MOST_STEPS = 20_000_000;

  private static final int MOST_UNKNOWN = 5;
  private static final int FRAMES = 16;
  private static final int MOST_DOUBTS = 5;
  private static final long SERVED_WITHIN = 120 * SECOND;
  private static final long TOLD_WITHIN = 60 * SECOND;

  private final long seed;
  private final Profile profile;
  private final Plan plan;
  private final SimCluster cluster;
  private final History history = new History();
  private final Generations generations = new Generations(MOST_UNKNOWN);
  private final List<WorkingClient> workers = new ArrayList<>();
  private final List<ClientSessions> sessions = new ArrayList<>();
  private final List<Violation> violations = new ArrayList<>();
  private final Map<String, Integer> probes = new LinkedHashMap<>();
  private SortedMap<Trouble, Integer> troubles = new TreeMap<>();
  private @Nullable LastCopies lastCopies;
  private @Nullable SessionFences fences;

  private SeedRun(long seed, Profile profile, Plan plan, long mostSteps) {
    this.seed = seed;
    this.profile = profile;
    this.plan = plan;
    this.cluster = new SimCluster(seed, plan.shape(), plan.knobs().settings());
    cluster.world().limitSteps(mostSteps);
  }

  /**
   * Runs a seed.
   *
   * @param view part of the trace to keep
   */
  public static RunOutcome of(long seed, Profile profile, TraceView view) {
    return of(seed, profile, view, MOST_STEPS);
  }

  /** Runs a seed, and treats it as endless after {@code mostSteps} steps. */
  public static RunOutcome of(long seed, Profile profile, TraceView view, long mostSteps) {
    if (profile == Profile.FILES) {
      return ofFiles(seed, view, mostSteps);
    }
    return of(seed, profile, Plan.draw(seed, profile), view, mostSteps);
  }

  /** Runs a seed of the profile {@code files}, whose plans are of another kind. */
  private static RunOutcome ofFiles(long seed, TraceView view, long mostSteps) {
    FilesRun.Result result =
        FilesRun.of(
            seed,
            mostSteps,
            trace -> {
              if (view.reader() != null) {
                trace.copyTo(view.part(), view.reader());
              }
            });
    return new RunOutcome(
        seed,
        Profile.FILES,
        result.plan(),
        result.violations(),
        new RunOutcome.Figures(
            new RunOutcome.Extent(
                result.extent().calls(),
                result.extent().answered(),
                result.extent().seconds(),
                result.trace().events()),
            new TreeMap<>(),
            new TreeMap<>(result.probes())),
        new RunOutcome.Traced(
            result.trace().hash(), result.trace().last(view.part(), view.last())));
  }

  /** Runs a plan that may differ from what the seed draws. */
  static RunOutcome of(long seed, Profile profile, Plan plan, TraceView view, long mostSteps) {
    return Limit.draw(
        plan.knobs().limits(seed),
        () -> {
          SeedRun run = new SeedRun(seed, profile, plan, mostSteps);
          if (view.reader() != null) {
            run.cluster.world().trace().copyTo(view.part(), view.reader());
          }
          run.go();
          return run.outcome(view);
        });
  }

  private void go() {
    try {
      Probe.listen(name -> probes.merge(name, 1, Integer::sum), this::live);
    } catch (SimWorld.EndlessException endless) {
      add(Violation.Kind.ENDLESS, textOf(endless));
    } catch (RuntimeException | AssertionError failure) {
      add(Violation.Kind.BROKEN_INVARIANT, textOf(failure));
    }
    judgeHistory();
  }

  private static String textOf(Throwable failure) {
    StringBuilder text = new StringBuilder(failure.toString());
    Stream.of(failure.getStackTrace())
        .limit(FRAMES)
        .forEach(frame -> text.append("\n  at ").append(frame));
    return text.toString();
  }

  private RunOutcome outcome(TraceView view) {
    SimTrace trace = cluster.world().trace();
    return new RunOutcome(
        seed,
        profile,
        plan.toString(),
        violations,
        new RunOutcome.Figures(extent(), troubles, new TreeMap<>(probes)),
        new RunOutcome.Traced(trace.hash(), trace.last(view.part(), view.last())));
  }

  private RunOutcome.Extent extent() {
    return new RunOutcome.Extent(
        workers.stream().mapToLong(WorkingClient::operations).sum(),
        workers.stream().mapToLong(WorkingClient::told).sum(),
        cluster.world().nowNanos() / 1e9,
        cluster.world().trace().events());
  }

  private void live() {
    cluster.formed();
    plan.knobs()
        .slowDisks()
        .forEach((osd, nanos) ->
            cluster.apply(new Fault.Disk(new OsdId(osd), new DiskFault.Slow(nanos))));
    Cluster operator = cluster.connect();
    createPool(operator);
    boolean[] goOn = {true};
    List<CompletableFuture<Void>> working = new ArrayList<>();
    for (Plan.Work work : plan.work()) {
      working.add(employ(work).run(() -> goOn[0]));
    }
    Cluster reader = cluster.connect();
    RecordedPool probe = recorded(reader.pool(POOL), "probe");
    LostObjects lostObjects =
        new LostObjects(cluster, operator, probe, history, FinalCheck.everything(plan));
    Site site = new Site(cluster, operator, plan, new Random64(seed ^ 0x5eed5eed));
    lastCopies = new LastCopies(site, new History(), violations);
    RecordedPool fencer = recorded(operator.pool(POOL), "fencer");
    fences =
        new SessionFences(cluster, operator, POOL, fencer, history, FinalCheck.everything(plan));
    Nemesis nemesis =
        new Nemesis(
            site,
            new WallClockTroubles(
                cluster, plan, profile.mayJump(), new Random64(seed ^ 0xc10cc10c)),
            new Nemesis.Fencing(fences, sessions),
            lostObjects,
            lastCopies);
    troubles = nemesis.made();
    nemesis.run(plan.events().seconds() * SECOND, () -> checkServed(probe, operator));
    cluster.world().runFor(SECOND / 4);
    goOn[0] = false;
    working.forEach(cluster::await);
    plan.events()
        .finale()
        .carryOut(cluster, plan.shape().monitors(), new Random64(seed ^ 0x0ff0ff0ff));
    new FinalCheck(cluster, operator, new Random64(seed ^ 0x5c12b5c1), violations)
        .check(lostObjects, () -> readEverything(probe, reader, operator));
  }

  private void createPool(Cluster operator) {
    Plan.PoolShape shape = plan.pool();
    Plan.Coding coding = shape.coding();
    if (coding == null) {
      cluster.await(
          operator
              .admin()
              .changeAsync(
                  new Change.CreatePool(
                      POOL,
                      shape.groups(),
                      new Change.CreatePool.Sizes(shape.size(), shape.minSize()),
                      null,
                      shape.replication(),
                      shape.compression())));
      return;
    }
    ErasureProfile profile = new ErasureProfile(coding.code(), ErasureProfile.Domains.DEFAULT);
    cluster.await(operator.admin().changeAsync(new Change.SetProfile(POOL, profile)));
    Change create =
        new Change.CreateErasurePool(
            POOL,
            shape.groups(),
            shape.minSize(),
            POOL,
            null,
            new Change.CreateErasurePool.Options(shape.compression(), coding.fastRead()));
    // Refused until enough OSDs have their places in CRUSH.
    while (!cluster.await(
        operator.admin().changeAsync(create).handle((_, failure) -> failure == null))) {
      cluster.world().runFor(SECOND / 20);
    }
  }

  private WorkingClient employ(Plan.Work work) {
    Cluster first = cluster.connect(plan.knobs().clientBounds());
    String name = "c" + work.job().number();
    EventLoop loop = cluster.world().start(name).loop();
    ClientSessions client =
        new ClientSessions(
            name,
            first,
            loop,
            new ClientSessions.Opening(
                () -> cluster.connectAsync(plan.knobs().clientBounds()),
                (session, as) -> recorded(session.pool(POOL).withTimeout(work.patience()), as)));
    sessions.add(client);
    WorkingClient worker =
        new WorkingClient(
            client::usable, loop, work.job(), generations, cluster.world().splitRandom());
    workers.add(worker);
    return worker;
  }

  private RecordedPool recorded(Pool pool, String name) {
    return new RecordedPool(pool, name, history, cluster.world()::nowNanos);
  }

  /** Checks that without troubles every group serves clients, if not at once then soon. */
  private void checkServed(RecordedPool probe, Cluster operator) {
    long deadline = cluster.world().nowNanos() + SERVED_WITHIN;
    List<String> left =
        IntStream.range(0, 2 * plan.pool().groups()).mapToObj(i -> "probe" + i).toList();
    while (!left.isEmpty() && cluster.world().nowNanos() < deadline) {
      left = notServed(probe, left, deadline);
    }
    if (!left.isEmpty()) {
      add(
          Violation.Kind.NO_PROGRESS,
          "not served within two minutes without faults: "
              + new Unclean(cluster, operator).account());
    }
  }

  /** Objects whose groups have not answered by the deadline. */
  private List<String> notServed(RecordedPool probe, List<String> objects, long deadline) {
    Map<String, CompletableFuture<CallOutcome>> asked = new LinkedHashMap<>();
    for (String object : objects) {
      asked.put(object, probe.operate(object, List.of(new ObjectOp.Create(false))));
    }
    CompletableFuture<Void> all =
        CompletableFuture.allOf(asked.values().toArray(CompletableFuture<?>[]::new));
    boolean _ = cluster.world().runUntil(all::isDone, deadline);
    return asked.entrySet().stream()
        .filter(one -> !isTold(one.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  private static boolean isTold(CompletableFuture<CallOutcome> asked) {
    return asked.isDone() && !(asked.join() instanceof CallOutcome.Unknown);
  }

  /**
   * Final read of every object, and a listing, when there are no troubles any more. A client that
   * lost its monitor may have an older map, in which the pool is still removed.
   */
  private void readEverything(RecordedPool probe, Cluster reader, Cluster operator) {
    boolean told =
        cluster
            .world()
            .runUntil(
                () -> reader.admin().map().epoch() >= operator.admin().map().epoch(),
                cluster.world().nowNanos() + TOLD_WITHIN);
    if (!told) {
      add(Violation.Kind.NO_PROGRESS, "a client did not get the newest map within a minute");
    }
    if (lastCopies != null) {
      lastCopies.readAll();
    }
    if (fences != null) {
      fences.checkSessions(sessions).forEach(finding -> add(Violation.Kind.FENCE_BROKEN, finding));
    }
    List<String> objects =
        history.operations().stream().map(ClientCall::object).distinct().sorted().toList();
    List<ObjectOp> everything = FinalCheck.everything(plan);
    for (String object : objects) {
      CallOutcome ending = cluster.await(probe.operate(object, everything));
      if (ending instanceof CallOutcome.NotDone || ending instanceof CallOutcome.Damaged) {
        add(Violation.Kind.DAMAGED, object + " cannot be read: " + ending);
      }
    }
    cluster.await(probe.list(7));
  }

  private void judgeHistory() {
    List<ClientCall> operations = history.operations();
    Linearizability.check(operations, history.fencePoints(), Bounds.USUAL)
        .forEach(finding -> add(Violation.Kind.NOT_LINEARIZABLE, finding.account()));
    if (lastCopies != null) {
      Linearizability.check(lastCopies.calls(), Bounds.USUAL)
          .forEach(finding -> add(Violation.Kind.NOT_LINEARIZABLE, finding.account()));
    }
    ListingCheck.check(operations, history.listings())
        .forEach(finding -> add(Violation.Kind.WRONG_LISTING, finding.account()));
    new DamageCheck(cluster, POOL)
        .findings(operations)
        .forEach(finding -> add(Violation.Kind.DAMAGED, finding));
    cluster.deaths().stream()
        .filter(death -> !death.expected())
        .forEach(death -> add(Violation.Kind.BROKEN_INVARIANT, death.toString()));
    if (fences != null) {
      fences.wrongServices().forEach(finding -> add(Violation.Kind.FENCE_BROKEN, finding));
    }
    cluster.wrongChanges().stream()
        .limit(MOST_DOUBTS)
        .forEach(wrong -> add(Violation.Kind.WRONG_CHANGE, wrong));
    cluster.notes().doubts().stream()
        .limit(MOST_DOUBTS)
        .forEach(doubt -> add(Violation.Kind.REPLICA_DOUBTED, doubt));
  }

  private void add(Violation.Kind kind, String account) {
    violations.add(new Violation(kind, account));
  }
}
