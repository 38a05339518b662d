package io.pando.osd.pg;

import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.check.Sampling;
import io.pando.osd.pg.index.IndexRewrite;
import io.pando.osd.pg.peering.PrimaryPeering;
import io.pando.osd.pg.peering.ReplicaPeering;
import io.pando.osd.pg.read.Listings;
import io.pando.osd.pg.recovery.Recovery;
import io.pando.osd.pg.recovery.ReplicaRecovery;
import io.pando.osd.pg.repair.DepthChange;
import io.pando.osd.pg.repair.LeafSurvey;
import io.pando.osd.pg.repair.Returns;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.replication.PrimaryReplication;
import io.pando.osd.pg.replication.ReplicaReplication;
import io.pando.osd.pg.roots.DurableHeads;
import io.pando.osd.pg.roots.RollbackWatch;
import io.pando.osd.pg.roots.RootBeat;
import io.pando.osd.pg.roots.RootWatch;
import io.pando.osd.pg.scrub.Scrub;
import io.pando.osd.pg.split.Recount;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.write.Operations;
import io.pando.report.GroupReport;
import io.pando.report.GroupStats;
import io.pando.store.StoreOp;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Consumer;

/**
 * The components of a placement group and their connections: each component is created here, reset
 * when an interval ends, and checked after every step. {@link PlacementGroup} passes inputs to
 * them, {@link PeerMessages} messages of peers, {@link ClientRequests} requests of clients.
 *
 * <p>Invariants: those of the components; only an active primary has operations or updates under
 * way; updates of an object are blocked only for a scrub that looks at it.
 */
final class GroupComponents {
  /** Steps between two thorough checks. */
  private static final int SAMPLED_STEPS = 16;

  /**
   * Steps between two thorough checks of the log, which is longer than the lists of work under way.
   */
  private static final int SAMPLED_STEPS_OF_LOG = 64;

  final Replica replica;
  final PrimaryPeering primary;
  final ReplicaPeering follower;
  final PrimaryReplication replication;
  final ReplicaReplication replicaReplication;
  final Recovery recovery;
  final ReplicaRecovery replicaRecovery;
  final Operations operations;
  final Listings listings;
  final ClientRequests requests;
  final PostActivation postActivation;
  private final Returns returns;
  final Recount recount;
  final LeafSurvey survey;
  final IndexRewrite rewrite;
  final DepthChange depthChange;
  final RootBeat rootBeat;
  final RootWatch rootWatch;

  final RollbackWatch rollbackWatch;
  final Scrub scrub;
  private final Sampling sampling = new Sampling(SAMPLED_STEPS);
  private final Sampling samplingOfLog = new Sampling(SAMPLED_STEPS_OF_LOG);
  private boolean awake;
  private boolean toldQuiet;

  GroupComponents(Replica replica) {
    this.replica = replica;
    DurableHeads heads = new DurableHeads();
    this.rootBeat = new RootBeat(replica);
    this.rootWatch = new RootWatch(replica);
    this.rollbackWatch = new RollbackWatch(replica, heads);
    this.returns = new Returns(counts -> replica.emit(new Effect.CountRepair(counts)));
    this.postActivation = new PostActivation(this);
    this.primary = new PrimaryPeering(replica, postActivation::onActive, returns);
    this.follower = new ReplicaPeering(replica, heads);
    this.replication = new PrimaryReplication(replica, heads);
    this.replicaReplication = new ReplicaReplication(replica, rootBeat, heads);
    this.recovery = new Recovery(replica, postActivation, returns);
    this.replicaRecovery = new ReplicaRecovery(replica);
    this.recount = new Recount(replica, primary::onCounted);
    this.survey = new LeafSurvey(replica);
    this.rewrite = new IndexRewrite(replica.index(), replica.tree(), new IndexDesk());
    this.depthChange = new DepthChange(replica);
    this.scrub = new Scrub(replica, replication, recovery, this::mayScrub);
    rootWatch.watch(_ -> scrub.onDiverged());
    this.requests = new ClientRequests(this);
    this.operations = new Operations(replica, replication, recovery, requests);
    this.listings = new Listings(replica, replication);
  }

  /** The reads and writes that the rewrite of the version index needs. */
  private final class IndexDesk implements IndexRewrite.Desk {
    @Override
    public void read(String from, String to, Consumer<SortedMap<String, Payload>> then) {
      replica.reads().meta(from, to, then);
    }

    @Override
    public void persist(List<StoreOp> ops) {
      replica.journal().persist(ops);
    }
  }

  /** Starts a rewrite of the version index, if that is worth it. */
  void rewriteIndex() {
    boolean allHaveAll = replica.info().history().lastEpochClean() >= replica.interval();
    rewrite.onTick(replica.info().objects(), allHaveAll);
  }

  /** Whether the group serves, as far as this OSD knows. */
  boolean isServing() {
    return isPrimary() ? primary.isActive() : awake && follower.isServing();
  }

  /** Whether this incarnation of the OSD is up in the newest map. */
  boolean isAwake() {
    return awake;
  }

  /** Sets whether this incarnation of the OSD is up; returns whether the value changed. */
  boolean setAwake(boolean now) {
    boolean changed = now != awake;
    awake = now;
    return changed;
  }

  /** Whether this OSD orders the updates of the group. */
  boolean isPrimary() {
    return awake && replica.membership().isPrimary(replica.self());
  }

  /** An interval has ended: peering decides about the work that was under way in it. */
  void reset() {
    postActivation.reset();
    returns.clear();
    requests.reset();
    replication.reset();
    replicaReplication.reset();
    recovery.reset();
    replicaRecovery.reset();
    recount.reset();
    survey.reset();
    rewrite.reset();
    depthChange.reset();
    rootBeat.reset();
    rootWatch.reset(isPrimary() ? replica.membership().members() : List.of());
    scrub.reset(isPrimary());
    replica.onIntervalEnded();
  }

  /**
   * Whether the group can be merged: it takes no updates, none is under way, and every replica has
   * every object.
   */
  boolean isQuiet() {
    return isPrimary()
        && postActivation.isClean()
        && replica.membership().pool().groups().isQuiet(replica.group().seed())
        && recovery.isWhole()
        && replication.size() == 0
        && !operations.isWriting();
  }

  /** Whether all members have every object, and no merge waits for the group to become quiet. */
  private boolean mayScrub() {
    return isPrimary()
        && postActivation.isClean()
        && recovery.isWhole()
        && !replica.membership().pool().groups().isQuiet(replica.group().seed());
  }

  /**
   * Reports that the group has become quiet. The monitors wait for that, and clients for the
   * monitors.
   */
  void tellIfQuiet() {
    boolean quiet = isQuiet();
    if (quiet && !toldQuiet) {
      replica.emit(new Effect.Report(replica.group() + ": quiet"));
    }
    toldQuiet = quiet;
  }

  GroupStats stats() {
    return summary().stats();
  }

  GroupReport report() {
    return summary().report();
  }

  /** The reason that is sent to clients that must wait. */
  String serviceWaitsFor() {
    return summary().serviceWaitsFor();
  }

  private GroupSummary summary() {
    return new GroupSummary(
        replica,
        primary,
        recovery,
        returns,
        scrub,
        postActivation.isClean(),
        isQuiet(),
        rootWatch.diverged(),
        rollbackWatch.rolledBack());
  }

  /**
   * Checks the invariants of all components after a step. Expensive checks run after some steps
   * only, and only where {@link io.pando.check.CheckLevel} is thorough.
   */
  void invariants() {
    replica.invariants();
    operations.invariants();
    replication.invariants();
    replicaReplication.invariants();
    recovery.invariants();
    replicaRecovery.invariants();
    scrub.invariants();
    Invariant.check(
        primary.isActive() || (operations.size() == 0 && replication.size() == 0),
        () -> "group " + replica.group() + " has operations under way and is not active");
    Invariant.check(
        scrub.isUnderWay() || !recovery.keepsStill(),
        () -> "group " + replica.group() + " keeps objects still that no scrub looks at");
    if (sampling.isDue()) {
      replication.thoroughInvariants();
      recovery.thoroughInvariants();
    }
    if (samplingOfLog.isDue()) {
      replica.log().thoroughInvariants();
    }
  }
}
