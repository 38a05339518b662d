package io.pando.sim.run;

import static io.pando.sim.SimCluster.SECOND;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.client.PandoException;
import io.pando.cluster.Change;
import io.pando.cluster.ClusterFlag;
import io.pando.cluster.Compression;
import io.pando.cluster.Placement;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.Replication;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.Version;
import io.pando.op.ObjectOp;
import io.pando.op.OpResult;
import io.pando.random.Random64;
import io.pando.report.group.GroupReport;
import io.pando.report.group.GroupState;
import io.pando.report.group.MissingObject;
import io.pando.report.group.MissingObject.State;
import io.pando.sim.SimCluster;
import io.pando.sim.audit.Violation;
import io.pando.sim.check.CallOutcome;
import io.pando.sim.check.ClientCall;
import io.pando.sim.check.History;
import io.pando.sim.workload.RecordedPool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Objects of which an OSD has the last copies, and does not return: an operator declares it lost,
 * and ends the loss of each object. Each strike has a pool of its own with two copies and {@code
 * min_size} 1. One copy misses updates, learns of them from the other one's log, and then the other
 * one is gone before the objects were recovered.
 *
 * <p>Calls are recorded in a history of its own. An operator's order is recorded as an update: a
 * write of the content that the object goes back to, or a removal. So what clients read later must
 * fit the order, and an update that was given up must not return. An order that is carried out
 * while the OSD is merely down is a violation.
 */
final class LastCopies {
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final int OBJECTS = 6;
  private static final long ENDED_WITHIN = 90 * SECOND;

  private final Site site;
  private final SimCluster cluster;
  private final Random64 random;
  private final History history;
  private final List<Violation> violations;
  private final Map<String, RecordedPool> pools = new TreeMap<>();

  /** Contents of objects by version, as far as clients were told of the version. */
  private final Map<String, Map<Version, Payload>> contents = new TreeMap<>();

  /** Objects whose history cannot be judged: the outcome of an operator's order is not known. */
  private final SortedSet<String> unknown = new TreeSet<>();

  LastCopies(Site site, History history, List<Violation> violations) {
    this.site = site;
    this.cluster = site.cluster();
    this.random = site.random();
    this.history = history;
    this.violations = violations;
  }

  /** The calls on objects whose fate is known. */
  List<ClientCall> calls() {
    return history.operations().stream().filter(it -> !unknown.contains(it.object())).toList();
  }

  /** Reads all objects. */
  void readAll() {
    for (String object : contents.keySet()) {
      boolean _ = read(object);
    }
  }

  private boolean read(String object) {
    RecordedPool pool = pools.get(object.substring(0, object.indexOf('-')));
    return pool != null
        && cluster.await(
                pool.operate(object, List.of(new ObjectOp.Read(new ByteRange(0, 1 << 20)))))
            instanceof CallOutcome.Succeeded;
  }

  /**
   * Lets an OSD take the last copies along.
   *
   * @param mayLose whether its disk may be lost; otherwise it returns with all data
   */
  void strike(boolean mayLose) {
    site.putAllRight();
    site.awaitOrders();
    String name = "gone" + pools.size();
    Optional<PgId> made = fill(name);
    if (made.isEmpty()) {
      return;
    }
    PgId group = made.get();
    List<OsdId> acting = new Placement().locate(site.client().admin().map(), group).acting().osds();
    if (acting.size() != 2) {
      return;
    }
    int first = random.nextInt(2);
    OsdId left = acting.get(first);
    OsdId gone = acting.get(1 - first);
    leaveBehind(name, left, gone);
    orderTooEarly(group, gone);
    if (random.oneIn(4)) {
      cluster.startOsd(gone.value());
      return;
    }
    giveUp(gone);
    cluster.world().runFor(random.between(0, 4 * SECOND));
    if (random.oneIn(3)) {
      cluster.crashOsd(left.value());
      cluster.world().runFor(random.between(0, 2 * SECOND));
      cluster.startOsd(left.value());
    }
    endLosses(group);
    write(name, random.nextInt(4));
    comeBack(gone, !mayLose || random.nextBoolean());
    cluster.world().runFor(random.between(0, 10 * SECOND));
    write(name, random.nextInt(4));
    readAll();
  }

  private Optional<PgId> fill(String name) {
    order(
        new Change.CreatePool(
            name,
            1,
            new Change.CreatePool.Sizes(2, 1),
            null,
            Replication.PRIMARY,
            Compression.NONE));
    Optional<PoolInfo> pool = site.client().admin().map().poolNamed(name);
    if (pool.isEmpty()) {
      return Optional.empty();
    }
    pools.put(
        name,
        new RecordedPool(
            site.client().pool(name).withTimeout(PATIENCE),
            "operator of " + name,
            history,
            cluster.world()::nowNanos));
    write(name, OBJECTS);
    return cluster.awaitClean(site.client(), 60 * SECOND)
        ? Optional.of(new PgId(pool.get().id(), 0))
        : Optional.empty();
  }

  /** Leaves one OSD behind, lets it learn of updates from the other one, and kills that one. */
  private void leaveBehind(String name, OsdId left, OsdId gone) {
    cluster.crashOsd(left.value());
    order(new Change.MarkDown(List.of(left)));
    write(name, 2 + random.nextInt(OBJECTS));
    order(new Change.SetFlag(ClusterFlag.NORECOVER, true));
    cluster.startOsd(left.value());
    boolean _ =
        cluster
            .world()
            .runUntil(
                () -> site.client().admin().map().isUp(left),
                cluster.world().nowNanos() + 20 * SECOND);
    cluster.world().runFor(random.between(SECOND, 6 * SECOND));
    write(name, random.nextInt(2));
    if (cluster.isAlive(gone.value())) {
      cluster.crashOsd(gone.value());
    }
    order(new Change.MarkDown(List.of(gone)));
    order(new Change.SetFlag(ClusterFlag.NORECOVER, false));
    cluster.world().runFor(random.between(3 * SECOND, 8 * SECOND));
  }

  /** The OSD that has the objects is merely down: nothing may be given up yet. */
  private void orderTooEarly(PgId group, OsdId gone) {
    for (MissingObject missing : missing(group)) {
      if (missing.state() != State.UNFOUND && missing.state() != State.LOST) {
        continue;
      }
      cluster.world().note("operator: end the loss of " + missing + ", too early");
      boolean done =
          cluster.await(
              site.client()
                  .admin()
                  .endLossAsync(group, missing.object(), drawEnd())
                  .handle((_, failure) -> failure == null));
      if (done) {
        violations.add(
            new Violation(
                Violation.Kind.DAMAGED,
                "the loss of %s was ended while %s, which has it, was merely down"
                    .formatted(missing, gone)));
        unknown.add(missing.object().name());
      }
    }
  }

  private List<MissingObject> missing(PgId group) {
    return report(group).map(it -> it.replicas().missingObjects()).orElse(List.of());
  }

  private Optional<GroupReport> report(PgId group) {
    return cluster.await(
        site.client()
            .admin()
            .queryGroupAsync(group)
            .handle((report, failure) ->
                failure == null ? Optional.of(report) : Optional.<GroupReport>empty()));
  }

  private void giveUp(OsdId gone) {
    switch (random.nextInt(4)) {
      case 0 -> order(new Change.ReplaceOsd(gone, true));
      case 1 -> order(new Change.PurgeOsd(gone, true));
      default -> order(new Change.DeclareLost(gone));
    }
  }

  /** An operator ends the losses, until nothing is lost any more. */
  private void endLosses(PgId group) {
    long deadline = cluster.world().nowNanos() + ENDED_WITHIN;
    List<CompletableFuture<?>> waiting = new ArrayList<>();
    while (cluster.world().nowNanos() < deadline) {
      Optional<GroupReport> report = report(group);
      if (report.isPresent() && report.get().stats().states().contains(GroupState.LOST)) {
        // The OSD that is left was not activated with the other one: acknowledged updates go.
        order(new Change.AcceptLoss(List.of(group)));
        unknown.addAll(contents.keySet());
      }
      List<MissingObject> missing =
          report.map(it -> it.replicas().missingObjects()).orElse(List.of());
      boolean active =
          report.isPresent() && report.get().stats().states().contains(GroupState.ACTIVE);
      if (active && missing.isEmpty()) {
        break;
      }
      missing.stream()
          .filter(it -> it.state() == State.LOST)
          .forEach(it -> {
            if (random.oneIn(3)) {
              waiting.add(write(it.object().name()));
            }
            end(group, it);
          });
      cluster.world().runFor(SECOND / 2);
    }
    waiting.forEach(cluster::await);
  }

  private ObjectOp.LossEnd drawEnd() {
    return random.oneIn(3) ? ObjectOp.LossEnd.DELETE : ObjectOp.LossEnd.REVERT;
  }

  private void end(PgId group, MissingObject lost) {
    ObjectOp.LossEnd end = drawEnd();
    long called = cluster.world().nowNanos();
    cluster.world().note("operator: " + end + " " + lost);
    Object result =
        cluster.await(
            site.client()
                .admin()
                .endLossAsync(group, lost.object(), end)
                .handle((ended, failure) -> failure == null ? (Object) ended : failure));
    String object = lost.object().name();
    switch (result) {
      case OpResult.LossEnded ended -> record(object, called, ended);
      case CompletionException e when e.getCause() instanceof PandoException.Rejected -> {
        // The object was found meanwhile, or is looked for again.
      }
      case PandoException.Rejected _ -> {
        // The same.
      }
      default -> unknown.add(object);
    }
  }

  /** Records the order as the update that it was. */
  private void record(String object, long calledNanos, OpResult.LossEnded ended) {
    Payload kept = contents.getOrDefault(object, Map.of()).get(ended.kept());
    boolean removed = ended.kept().equals(Version.ZERO);
    if (kept == null && !removed) {
      unknown.add(object);
      return;
    }
    ObjectOp update =
        removed || kept == null ? new ObjectOp.Remove() : new ObjectOp.WriteFull(kept);
    history
        .called("operator", object, calledNanos, List.of(update))
        .ended(
            cluster.world().nowNanos(),
            new CallOutcome.Succeeded(null, List.of(new OpResult.Done())));
  }

  /** The OSD returns after all: with its old data, which must not count any more, or without. */
  private void comeBack(OsdId gone, boolean withData) {
    if (withData) {
      cluster.startOsd(gone.value());
      cluster.world().runFor(random.between(0, 5 * SECOND));
      if (site.client().admin().map().isUp(gone)) {
        violations.add(
            new Violation(
                Violation.Kind.DAMAGED, gone + " came back with data that were declared lost"));
      }
      order(new Change.CreateOsd(gone, cluster.disks().identity(gone.value())));
      return;
    }
    cluster.disks().lose(gone.value());
    order(new Change.CreateOsd(gone, cluster.disks().identity(gone.value())));
    cluster.startOsd(gone.value());
  }

  private void order(Change change) {
    site.insist(change);
    site.awaitOrders();
  }

  /** Writes or removes objects, one after the other. */
  private void write(String name, int operations) {
    for (int i = 0; i < operations; i++) {
      cluster.await(write(name + "-o" + random.nextInt(OBJECTS)));
    }
  }

  private CompletableFuture<CallOutcome> write(String object) {
    RecordedPool pool = pools.get(object.substring(0, object.indexOf('-')));
    Map<Version, Payload> known = contents.computeIfAbsent(object, _ -> new TreeMap<>());
    boolean removes = random.oneIn(6);
    byte[] bytes = new byte[1 + random.nextInt(9_000)];
    for (int i = 0; i < bytes.length; i += 64) {
      bytes[i] = (byte) random.nextInt(256);
    }
    Payload data = Payload.wrap(bytes);
    ObjectOp update = removes ? new ObjectOp.Remove() : new ObjectOp.WriteFull(data);
    if (pool == null) {
      return CompletableFuture.completedFuture(new CallOutcome.NotDone("no pool"));
    }
    return pool.operate(object, List.of(update))
        .whenComplete((outcome, _) -> {
          if (!removes && outcome instanceof CallOutcome.Succeeded done && done.version() != null) {
            known.put(done.version(), data);
          }
        });
  }
}
