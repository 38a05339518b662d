package io.pando.sim.audit;

import static io.pando.sim.SimCluster.SECOND;

import io.pando.check.Invariant;
import io.pando.client.Cluster;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Placement;
import io.pando.cluster.PoolInfo;
import io.pando.group.ScrubKind;
import io.pando.group.ScrubRecord;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.random.Random64;
import io.pando.report.group.GroupReport;
import io.pando.report.group.SessionCost;
import io.pando.sim.SimCluster;
import io.pando.sim.world.SimWorld;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Checks that scrubs report no false findings, and that they find and repair changes of copies that
 * were made without the daemon.
 */
public final class ScrubCheck {
  /**
   * Slow disks and small batches make a scrub long: it may continue as long as it makes progress.
   */
  private static final long SCRUBBED_WITHIN = 1_800 * SECOND;

  private static final long COMES_FORWARD_WITHIN = 300 * SECOND;
  private static final long SURVEYED_WITHIN = 60 * SECOND;

  /** Most scrubs end soon. */
  private static final long FIRST_PAUSE = SECOND / 20;

  private static final long SOON = SECOND / 100;
  private static final int MOST_TOLD = 5;

  private final SimCluster cluster;
  private final Cluster operator;
  private final Random64 random;
  private final List<Violation> violations;

  public ScrubCheck(
      SimCluster cluster, Cluster operator, Random64 random, List<Violation> violations) {
    this.cluster = cluster;
    this.operator = operator;
    this.random = random;
    this.violations = violations;
  }

  /** Checks a cluster that is clean and at rest, and leaves it in that state. */
  public void check() {
    if (!cluster.disks().isSpoilt()) {
      cluster.notes().scrubFindings().stream()
          .limit(MOST_TOLD)
          .forEach(it -> wrong("a scrub reported an impossible finding: " + it));
    }
    compareTrees();
    repairAll(ScrubKind.REPAIR, "scrubbed");
    // Scheduled scrubs continue while copies are tampered with.
    int before = cluster.notes().scrubFindings().size();
    List<ObjectId> tampered =
        List.copyOf(new Tampering(cluster, operator.admin().map(), random).tamper());
    repairAll(ScrubKind.REPAIR, "tampered with and repaired");
    List<String> found =
        cluster.notes().scrubFindings().subList(before, cluster.notes().scrubFindings().size());
    for (ObjectId object : tampered) {
      if (found.stream().noneMatch(it -> it.contains(object + " "))) {
        wrong(object + " was tampered with, and no scrub found it");
      }
    }
    leftAfterAWhile().stream()
        .limit(MOST_TOLD)
        .forEach(it -> wrong("after everything was repaired: " + it));
  }

  /**
   * Checks that differences without a provably bad copy are found too, while clients read the same
   * objects and may find damage first. Leaves the cluster inconsistent.
   */
  public void checkUnproven() {
    ClusterMap map = operator.admin().map();
    int before = cluster.notes().scrubFindings().size();
    Tampering tampering = new Tampering(cluster, map, random);
    SortedSet<ObjectId> confused = tampering.confuse();
    SortedMap<PgId, Long> numbers = order(tampering.groups(), ScrubKind.REPAIR);
    SimWorld world = cluster.world();
    for (PgId group : tampering.groups()) {
      PoolInfo pool = Invariant.present(map.pools().get(group.pool()), group::toString);
      for (ObjectId object : confused) {
        if (Placement.group(pool, object).equals(group)) {
          world.at(
              world.nowNanos() + random.between(0, SOON << random.nextInt(8)),
              () -> {
                var _ = operator.pool(pool.name()).readAsync(object.name());
              });
        }
      }
    }
    List<String> open = awaitDone(numbers, this::unfinished);
    if (!open.isEmpty()) {
      wrong("scrubs do not finish because of objects that the copies do not decide: " + open);
    }
    List<String> found =
        cluster.notes().scrubFindings().subList(before, cluster.notes().scrubFindings().size());
    for (ObjectId object : tampering.certainlyFound()) {
      if (found.stream().noneMatch(it -> it.contains(object + " "))) {
        wrong(object + " was tampered with beyond proof, and no scrub found it");
      }
    }
  }

  private List<String> unfinished(SortedMap<PgId, Long> numbers) {
    List<String> open = new ArrayList<>();
    query(numbers.keySet())
        .forEach((group, report) -> {
          if (report.scrub().record().finished() < numbers.getOrDefault(group, 0L)) {
            open.add(group + " " + report.scrub());
          }
        });
    return open;
  }

  /** Leaves with repaired objects are listed again in the background. */
  private List<String> leftAfterAWhile() {
    long deadline = cluster.world().nowNanos() + SURVEYED_WITHIN;
    List<String> left = new Audit(cluster, operator.admin().map()).copies();
    while (!left.isEmpty() && cluster.world().nowNanos() < deadline) {
      cluster.world().runFor(SECOND);
      left = new Audit(cluster, operator.admin().map()).copies();
    }
    return left;
  }

  private void wrong(String account) {
    violations.add(new Violation(Violation.Kind.SCRUB_WRONG, account));
  }

  /**
   * Compares hash trees. At rest all trees are equal: one query and one answer show that, two if
   * the trees have different depths, and no leaf is listed. Where bytes were corrupted, a scrub may
   * have repaired a tree just before.
   */
  private void compareTrees() {
    repairAll(ScrubKind.SESSION, "compared by trees")
        .forEach((group, report) -> {
          SessionCost cost = report.scrub().session();
          if (!cluster.disks().isSpoilt() && (cost.rounds() > 2 || cost.parts() > 0)) {
            wrong(group + " is at rest, and a session of it took " + cost);
          }
        });
  }

  private SortedMap<PgId, GroupReport> repairAll(ScrubKind kind, String done) {
    ClusterMap map = operator.admin().map();
    List<PgId> groups = new ArrayList<>();
    for (PoolInfo pool : map.livePools()) {
      for (int seed = 0; seed < pool.groupCount(); seed++) {
        groups.add(new PgId(pool.id(), seed));
      }
    }
    SortedMap<PgId, Long> numbers = order(groups, kind);
    List<String> open = awaitDone(numbers, this::open);
    if (!open.isEmpty()) {
      wrong(
          "not %s, and no change for five minutes, or half an hour over: %s".formatted(done, open));
    }
    // A repair session reads no bytes: earlier damage of bytes remains.
    List<String> left =
        kind == ScrubKind.SESSION ? cluster.compareReplicas(map) : cluster.compareAllCopies(map);
    left.stream().limit(MOST_TOLD).forEach(it -> wrong("when it was " + done + ": " + it));
    return query(groups);
  }

  /** Requests a scrub of each group; returns the numbers of the scrubs. */
  private SortedMap<PgId, Long> order(Collection<PgId> groups, ScrubKind kind) {
    return ofEach(groups, group -> operator.admin().scrubAsync(group, kind));
  }

  private SortedMap<PgId, GroupReport> query(Collection<PgId> groups) {
    return ofEach(groups, operator.admin()::queryGroupAsync);
  }

  /** Results of a query about each group; all are sent at once. */
  private <T> SortedMap<PgId, T> ofEach(
      Collection<PgId> groups, Function<PgId, CompletableFuture<T>> question) {
    Iterator<T> answers = cluster.awaitAll(groups.stream().map(question).toList()).iterator();
    SortedMap<PgId, T> answered = new TreeMap<>();
    groups.forEach(group -> answered.put(group, answers.next()));
    return answered;
  }

  /** Scrubs that have not ended in time. */
  private List<String> awaitDone(
      SortedMap<PgId, Long> numbers, Function<SortedMap<PgId, Long>, List<String>> look) {
    long deadline = cluster.world().nowNanos() + SCRUBBED_WITHIN;
    long forward = cluster.world().nowNanos();
    long pause = FIRST_PAUSE;
    List<String> open = look.apply(numbers);
    while (!open.isEmpty()
        && cluster.world().nowNanos() < Math.min(deadline, forward + COMES_FORWARD_WITHIN)) {
      cluster.world().runFor(pause);
      pause = Math.min(2 * pause, SECOND);
      List<String> now = look.apply(numbers);
      forward = now.equals(open) ? forward : cluster.world().nowNanos();
      open = now;
    }
    return open;
  }

  private List<String> open(SortedMap<PgId, Long> numbers) {
    List<String> open = new ArrayList<>();
    query(numbers.keySet())
        .forEach((group, report) -> {
          ScrubRecord record = report.scrub().record();
          boolean recovers =
              report.replicas().missing().values().stream().anyMatch(missing -> missing > 0);
          if (record.finished() < numbers.getOrDefault(group, 0L)
              || recovers
              || record.found().inconsistent() > 0) {
            open.add(group + " " + report.scrub() + " missing " + report.replicas().missing());
          }
        });
    return open;
  }
}
