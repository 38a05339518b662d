package io.pando.sim.run;

import static io.pando.sim.SimCluster.SECOND;

import io.pando.bytes.ByteRange;
import io.pando.client.Cluster;
import io.pando.cluster.Change;
import io.pando.cluster.PoolInfo;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.op.ObjectOp;
import io.pando.random.Random64;
import io.pando.report.group.GroupState;
import io.pando.report.group.GroupStats;
import io.pando.sim.SimCluster;
import io.pando.sim.audit.Audit;
import io.pando.sim.audit.ScrubCheck;
import io.pando.sim.audit.TreeAudit;
import io.pando.sim.audit.Unclean;
import io.pando.sim.audit.Violation;
import io.pando.sim.plan.Plan;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Checks after all troubles: everything becomes clean, and all promises hold. */
final class FinalCheck {
  /** A vector that reads a whole object of a pool without key/value maps. */
  private static final List<ObjectOp> WITHOUT_ENTRIES =
      List.of(
          new ObjectOp.Stat(),
          new ObjectOp.Read(new ByteRange(0, 8 << 20)),
          new ObjectOp.ListAttributes());

  /** A vector that reads a whole object. */
  private static final List<ObjectOp> EVERYTHING =
      Stream.concat(WITHOUT_ENTRIES.stream(), Stream.of(new ObjectOp.ListEntries(null, "", 10_000)))
          .toList();

  private static final int FULL_WEIGHT = 0x10000;
  private static final int MOST_DIFFERENCES = 12;
  private static final long CLEAN_WITHIN = 300 * SECOND;

  /** Time for groups to peer again with the new min_size. */
  private static final long MIN_SIZE_TAKES = 5 * SECOND;

  private static final long EMPTIED_WITHIN = 60 * SECOND;
  private static final long LISTED_WITHIN = 60 * SECOND;

  /** OSDs report open requests to the monitors with a delay. */
  private static final long ANSWERED_WITHIN = 60 * SECOND;

  /** Longer than removed pools are kept, unless they are kept for good. */
  private static final long FORGOTTEN_WITHIN = 20 * SECOND;

  /** Longest time that a slow disk needs for the work that it has accepted. */
  private static final long BETWEEN_LOOKS = 4 * SECOND;

  /** Part of the message of a group that may have lost updates which no OSD knows. */
  private static final String UNKNOWN = "no OSD that is up knows";

  private final SimCluster cluster;
  private final Cluster operator;
  private final Random64 random;
  private final List<Violation> violations;

  FinalCheck(SimCluster cluster, Cluster operator, Random64 random, List<Violation> violations) {
    this.cluster = cluster;
    this.operator = operator;
    this.random = random;
    this.violations = violations;
  }

  /** A vector that reads a whole object of the checked pool. */
  static List<ObjectOp> everything(Plan plan) {
    return plan.pool().coding() == null ? EVERYTHING : WITHOUT_ENTRIES;
  }

  /**
   * Runs the checks.
   *
   * @param lostObjects removes objects for which groups wait
   * @param readEverything lets clients read all objects
   */
  void check(LostObjects lostObjects, Runnable readEverything) {
    for (int osd = 0; osd < cluster.size(); osd++) {
      if (!cluster.isAlive(osd)) {
        cluster.startOsd(osd);
      }
    }
    cluster.awaitUp(operator, cluster.size());
    bringHome();
    boolean _ =
        cluster
            .world()
            .runUntil(
                () -> operator.admin().map().removedPools().isEmpty(),
                cluster.world().nowNanos() + FORGOTTEN_WITHIN);
    lostObjects.removeRuined();
    if (!becomesClean(lostObjects)) {
      violations.add(
          new Violation(
              Violation.Kind.NOT_CLEAN,
              "not clean five minutes after the last fault: "
                  + new Unclean(cluster, operator).account()));
      return;
    }
    readEverything.run();
    cluster.world().runFor(SECOND / 4);
    differences().stream()
        .limit(MOST_DIFFERENCES)
        .forEach(it -> violations.add(new Violation(Violation.Kind.REPLICAS_DIFFER, it)));
    ScrubCheck scrubs = new ScrubCheck(cluster, operator, random, violations);
    scrubs.check();
    readEverything.run();
    awaitEmptied();
    cluster
        .disks()
        .check()
        .forEach(it -> violations.add(new Violation(Violation.Kind.LEFT_OVER, it)));
    scrubs.checkUnproven();
    awaitAnswered();
  }

  private boolean becomesClean(LostObjects lostObjects) {
    return cluster.awaitClean(operator, CLEAN_WITHIN)
        || (acceptPossibleLosses() && cluster.awaitClean(operator, CLEAN_WITHIN))
        || (lostObjects.remove() && cluster.awaitClean(operator, CLEAN_WITHIN))
        || (removeWithOneReplica(lostObjects) && cluster.awaitClean(operator, CLEAN_WITHIN));
  }

  /**
   * Removes orphans with min_size 1. A backfilling replica becomes whole only when nothing before
   * its end is missing, and an object without a good copy is missing permanently: the group may
   * have too few whole replicas to remove it. So an operator lowers min_size.
   */
  private boolean removeWithOneReplica(LostObjects lostObjects) {
    Optional<PoolInfo> pool = operator.admin().map().poolNamed(SeedRun.POOL);
    if (pool.isEmpty() || pool.get().minSize() == 1) {
      return false;
    }
    setMinSize(1);
    cluster.world().runFor(MIN_SIZE_TAKES);
    boolean any = lostObjects.remove();
    setMinSize(pool.get().minSize());
    return any;
  }

  private void setMinSize(int replicas) {
    order(new Change.SetPool(SeedRun.POOL, "min_size", Integer.toString(replicas)));
  }

  /**
   * Accepts possible losses. Disks are replaced while all groups are clean, so no data is lost with
   * them. But where maps were missed no OSD can know that, and groups wait for an operator's
   * decision. The history must be complete then.
   */
  private boolean acceptPossibleLosses() {
    List<PgId> groups =
        cluster.await(operator.admin().groupsAsync()).stream()
            .filter(it -> it.states().contains(GroupState.LOST))
            .filter(it -> it.waitsFor().contains(UNKNOWN))
            .map(GroupStats::group)
            .toList();
    if (!groups.isEmpty()) {
      order(new Change.AcceptLoss(groups));
    }
    return !groups.isEmpty();
  }

  /**
   * Repeats operators' changes: a change that was requested while there was no majority of monitors
   * may never have taken effect.
   */
  private void bringHome() {
    for (int number = 0; number < cluster.size(); number++) {
      OsdId osd = new OsdId(number);
      List<String> home = List.of("root=default", "host=host" + number);
      order(new Change.PlaceInCrush(osd.toString(), null, home));
      order(new Change.Reweight(osd, FULL_WEIGHT));
      order(new Change.MarkIn(List.of(osd)));
    }
  }

  private void order(Change change) {
    cluster.await(operator.admin().changeAsync(change).handle((_, failure) -> failure == null));
  }

  /**
   * Differences between replicas after all troubles. Where bytes were corrupted, scrubs repair
   * copies, and the leaves of those copies are unsure until they are listed again. OSDs may still
   * execute requests that clients gave up; then the differences change from one check to the next.
   */
  private List<String> differences() {
    long deadline = cluster.world().nowNanos() + LISTED_WITHIN;
    List<String> before = List.of();
    List<String> left = new Audit(cluster, operator.admin().map()).copies();
    while (!left.isEmpty()
        && (!left.equals(before)
            || (cluster.disks().isSpoilt() && left.stream().anyMatch(TreeAudit::isUnsure)))
        && cluster.world().nowNanos() < deadline) {
      cluster.world().runFor(BETWEEN_LOOKS);
      before = left;
      left = new Audit(cluster, operator.admin().map()).copies();
    }
    return left;
  }

  /**
   * Waits until there are no unanswered requests: each of them uses up a part of its OSD's limit
   * for clients.
   */
  private void awaitAnswered() {
    long deadline = cluster.world().nowNanos() + ANSWERED_WITHIN;
    List<String> open = openRequests();
    while (!open.isEmpty() && cluster.world().nowNanos() < deadline) {
      cluster.world().runFor(SECOND);
      open = openRequests();
    }
    open.forEach(it -> violations.add(new Violation(Violation.Kind.LEFT_OVER, it)));
  }

  private List<String> openRequests() {
    return cluster.await(operator.admin().osdsAsync()).stream()
        .filter(osd -> osd.slowOps() > 0)
        .map(osd -> osd.osd() + ": " + osd.slowOps() + " requests are not answered")
        .toList();
  }

  private void awaitEmptied() {
    long deadline = cluster.world().nowNanos() + EMPTIED_WITHIN;
    List<String> left = new Audit(cluster, operator.admin().map()).leftOvers();
    while (!left.isEmpty() && cluster.world().nowNanos() < deadline) {
      cluster.world().runFor(SECOND);
      left = new Audit(cluster, operator.admin().map()).leftOvers();
    }
    left.forEach(it -> violations.add(new Violation(Violation.Kind.LEFT_OVER, it)));
  }
}
