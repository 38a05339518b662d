package io.pando.bench.trial;

import io.pando.bytes.ByteRange;
import io.pando.cli.daemon.Networks;
import io.pando.client.Cluster;
import io.pando.client.Pool;
import io.pando.op.ObjectOp;
import io.pando.port.EventLoop;
import io.pando.port.Network;
import io.pando.random.Random64;
import io.pando.sim.check.Bounds;
import io.pando.sim.check.CallOutcome;
import io.pando.sim.check.ClientCall;
import io.pando.sim.check.History;
import io.pando.sim.check.HistoryViolation;
import io.pando.sim.check.Linearizability;
import io.pando.sim.check.ListingCheck;
import io.pando.sim.workload.Generations;
import io.pando.sim.workload.ObjectChoice;
import io.pando.sim.workload.RecordedPool;
import io.pando.sim.workload.WorkKind;
import io.pando.sim.workload.WorkingClient;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Runs clients on a cluster of real processes whose daemons are killed and paused all the time. The
 * clients' results are checked as in the simulation: every object linearizable, every listing
 * complete, and at the end every group clean and every object readable.
 */
final class Torture {
  private static final Duration CLEAN_WITHIN = Duration.ofMinutes(3);
  private static final Duration CLIENTS_PATIENCE = Duration.ofSeconds(60);
  private static final int OBJECTS = 150;
  private static final int LARGEST_BYTES = 1_500;
  private static final long LONGEST_PAUSE_NANOS = 40_000_000L;
  private static final int LIST_ONE_IN = 400;
  private static final int MOST_UNDER_WAY = 4;
  private static final int MOST_UNKNOWN = 3;

  /** Writes to fragments: of a part of a unit, of a stripe, and of several. */
  private static final int LARGEST_BYTES_OF_STRIPES = 150_000;

  /** Results. */
  record Outcome(
      long operations,
      long unknown,
      int listings,
      SortedMap<String, Integer> troubles,
      List<String> findings) {}

  private final TrialCluster trial;
  private final TrialCluster.Layout layout;
  private final TrialPool pool;
  private final int clients;
  private final Random64 random;
  private final History history = new History();
  private final Generations generations = new Generations(MOST_UNKNOWN);
  private final List<String> findings = new ArrayList<>();

  Torture(TrialCluster trial, TrialCluster.Layout layout, TrialPool pool, int clients, long seed) {
    this.trial = trial;
    this.layout = layout;
    this.pool = pool;
    this.clients = clients;
    this.random = new Random64(seed);
  }

  Outcome run(Duration time) throws IOException, InterruptedException {
    FaultInjector injector =
        new FaultInjector(trial.processes(), layout, pool.losses(), random.split());
    List<Cluster> connections = new ArrayList<>();
    try (Network network = Networks.open(trial.config())) {
      AtomicBoolean goOn = new AtomicBoolean(true);
      List<CompletableFuture<Void>> working = new ArrayList<>();
      for (int client = 0; client < clients; client++) {
        Cluster connection = trial.connect();
        connections.add(connection);
        EventLoop loop = network.loops().get(client % network.loops().size());
        working.add(employ(connection, client, loop).run(goOn::get));
      }
      injector.run(time);
      goOn.set(false);
      working.forEach(CompletableFuture::join);
      atRest(connections.getFirst());
    } finally {
      connections.forEach(Cluster::close);
    }
    judge();
    List<ClientCall> all = history.operations();
    return new Outcome(
        all.size(),
        all.stream().filter(it -> it.ending() instanceof CallOutcome.Unknown).count(),
        history.listings().size(),
        injector.counts(),
        List.copyOf(findings));
  }

  private WorkingClient employ(Cluster connection, int number, EventLoop loop) {
    boolean coded = pool.erasure() != null;
    List<WorkKind> kinds =
        Arrays.stream(WorkKind.values()).filter(kind -> !coded || !kind.usesEntries()).toList();
    WorkKind kind = kinds.get(random.nextInt(kinds.size()));
    WorkKind replacement = coded ? WorkKind.RANGES : WorkKind.MIXED;
    WorkKind work = kind == WorkKind.LARGE ? replacement : kind;
    WorkingClient.Job job =
        new WorkingClient.Job(
            number,
            work,
            new ObjectChoice(work + "-", OBJECTS, random.nextBoolean()),
            coded ? LARGEST_BYTES_OF_STRIPES : LARGEST_BYTES,
            LIST_ONE_IN,
            new WorkingClient.Pace(LONGEST_PAUSE_NANOS, random.nextBoolean() ? 1 : MOST_UNDER_WAY));
    return new WorkingClient(
        recorded(connection, "c" + number), loop, job, generations, random.split());
  }

  private RecordedPool recorded(Cluster connection, String name) {
    Pool pool = connection.pool(TrialCluster.POOL).withTimeout(CLIENTS_PATIENCE);
    return new RecordedPool(pool, name, history, System::nanoTime);
  }

  /** Final check of all objects, when clients and faults have ended. */
  private void atRest(Cluster connection) throws InterruptedException {
    if (!trial.awaitClean(connection, CLEAN_WITHIN)) {
      findings.add(
          "not clean %s s after the last fault: %s"
              .formatted(CLEAN_WITHIN.toSeconds(), connection.admin().status().groups()));
    }
    RecordedPool probe = recorded(connection, "probe");
    List<String> objects =
        history.operations().stream().map(ClientCall::object).distinct().sorted().toList();
    for (String object : objects) {
      CallOutcome ending = probe.operate(object, everything()).join();
      if (!(ending instanceof CallOutcome.Succeeded || ending instanceof CallOutcome.Failed)) {
        findings.add(object + " cannot be read: " + ending);
      }
    }
    if (!probe.list(100).join()) {
      findings.add("the pool cannot be listed");
    }
  }

  private List<ObjectOp> everything() {
    List<ObjectOp> all = new ArrayList<>();
    all.add(new ObjectOp.Stat());
    all.add(new ObjectOp.Read(new ByteRange(0, 8 << 20)));
    all.add(new ObjectOp.ListAttributes());
    if (pool.erasure() == null) {
      all.add(new ObjectOp.ListEntries(null, "", 10_000));
    }
    return all;
  }

  private void judge() {
    findings.addAll(trial.processes().ended());
    List<ClientCall> operations = history.operations();
    Linearizability.check(operations, Bounds.USUAL).stream()
        .map(HistoryViolation::account)
        .forEach(findings::add);
    operations.stream()
        .filter(operation -> operation.ending() instanceof CallOutcome.Damaged)
        .map(operation -> "damage was reported, but no disk was damaged: " + operation)
        .forEach(findings::add);
    ListingCheck.check(operations, history.listings()).stream()
        .map(HistoryViolation::account)
        .forEach(findings::add);
  }
}
