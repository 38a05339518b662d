package io.pando.osd.pg;

import io.pando.check.Invariant;
import io.pando.cluster.ClusterFlag;
import io.pando.group.GroupInfo;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.message.ObjectMessage;
import io.pando.message.PeeringMessage;
import io.pando.message.RecoveryMessage;
import io.pando.message.ReplicationMessage;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.osd.pg.peering.Intervals;
import io.pando.osd.pg.peering.PrimaryPeering;
import io.pando.osd.pg.peering.ReplicaPeering;
import io.pando.osd.pg.read.Listings;
import io.pando.osd.pg.recovery.Recovery;
import io.pando.osd.pg.recovery.ReplicaRecovery;
import io.pando.osd.pg.replica.GroupConfig;
import io.pando.osd.pg.replica.Membership;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.replica.StoredGroup;
import io.pando.osd.pg.replication.PrimaryReplication;
import io.pando.osd.pg.replication.ReplicaReplication;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.Input;
import io.pando.osd.pg.step.Sink;
import io.pando.osd.pg.write.Operations;
import io.pando.port.Peer;
import io.pando.report.GroupReport;
import io.pando.report.GroupStats;
import java.util.List;

/**
 * One placement group on one OSD: the router that hands every input to the room it is for, and
 * drops what is stale in its first lines. It decides nothing itself but who serves when.
 *
 * <p>By the map, an OSD is primary, replica or bystander of the group for an <em>interval</em>.
 * What others say counts only if they said it in this interval. An OSD whose present incarnation is
 * not up by the map sleeps: it follows the history and does nothing.
 *
 * <p>Invariants, checked after every step: those of the rooms; only an awake primary that has all
 * replicas activated has operations or updates under way.
 */
public final class PlacementGroup {
  private final Outbox out = new Outbox();
  private final Replica replica;
  private final PrimaryPeering primary;
  private final ReplicaPeering follower;
  private final PrimaryReplication replication;
  private final ReplicaReplication replicaReplication;
  private final Recovery recovery;
  private final ReplicaRecovery replicaRecovery;
  private final Operations operations;
  private final Listings listings;
  private final WaitingRequests waiting;
  private boolean awake;
  private boolean clean;

  /**
   * A group as it was stored, or a new one. It sleeps until a map has this incarnation up.
   *
   * @param membership by the newest map that the stored history covers
   */
  public PlacementGroup(OsdId self, GroupConfig config, Membership membership, StoredGroup stored) {
    this.replica = new Replica(self, config, membership, stored, out);
    this.primary = new PrimaryPeering(replica, this::onActive);
    this.follower = new ReplicaPeering(replica);
    this.replication = new PrimaryReplication(replica);
    this.replicaReplication = new ReplicaReplication(replica);
    this.recovery = new Recovery(replica, new RecoveryListener());
    this.replicaRecovery = new ReplicaRecovery(replica);
    this.operations = new Operations(replica, replication, recovery);
    this.listings = new Listings(replica, replication);
    this.waiting = new WaitingRequests(config.maxWaitingOps());
  }

  /** Makes the group's collection: the first thing for a group that the store does not have. */
  public void create(long nowNanos, Sink sink) {
    within(nowNanos, sink, replica::create);
  }

  /** Something happened. */
  public void step(long nowNanos, Input input, Sink sink) {
    within(nowNanos, sink, () -> onInput(input));
  }

  private void within(long nowNanos, Sink sink, Runnable body) {
    out.open(sink);
    try {
      replica.setNow(nowNanos);
      body.run();
      invariants();
    } finally {
      out.close();
    }
  }

  private void onInput(Input input) {
    if (follower.isDiscarded()) {
      if (input instanceof Input.Persisted persisted) {
        replica.journal().onPersisted(persisted.outcome());
      }
      return;
    }
    switch (input) {
      case Input.MapAdvanced advanced -> onMap(advanced);
      case Input.PoolRemoved removed -> onPoolRemoved(removed.epoch());
      case Input.PeerSaid said -> onPeerSaid(said);
      case Input.ClientAsked asked -> onClientAsked(asked);
      case Input.Persisted persisted -> replica.journal().onPersisted(persisted.outcome());
      case Input.ObjectRead read -> replica.reads().onRead(read.token(), read.outcome());
      case Input.ObjectsListed listed -> replica.reads().onListed(listed.token(), listed.listing());
      case Input.PeerReset reset -> onPeerReset(reset.osd());
      case Input.RecoveryGranted _ -> recovery.onGranted();
      case Input.FullnessChanged fullness -> operations.setFull(fullness.full());
      case Input.Ticked _ -> onTick();
    }
  }

  // Maps

  private void onMap(Input.MapAdvanced input) {
    Membership before = replica.membership();
    Membership next = new Membership(input.map(), input.mapping());
    GroupInfo.History history =
        Intervals.advance(replica.info().history(), before, next, input.successive());
    boolean newInterval = history.sameIntervalSince() != replica.interval();
    boolean roused = input.awake() != awake;
    awake = input.awake();
    replica.enter(next, history);
    if (newInterval || roused) {
      beginInterval();
    } else if (isPrimary()) {
      primary.onMap();
      recovery.onMap();
      serveWaiting();
    }
  }

  private void beginInterval() {
    clean = false;
    List<Operations.Resumed> resumed = operations.reset();
    replication.reset();
    recovery.reset();
    replicaRecovery.reset();
    replica.reads().forgetAll();
    List<Input.ClientAsked> again = waiting.takeAll();
    resumed.forEach(r -> await(new Input.ClientAsked(r.client(), r.request(), r.wallMillis())));
    again.forEach(this::await);
    primary.begin(isPrimary());
    if (awake) {
      follower.begin();
    }
    if (!isPrimary()) {
      waiting.takeAll().forEach(asked -> refuse(asked, "this OSD is not the primary"));
    }
  }

  private boolean isPrimary() {
    return awake && replica.membership().isPrimary(replica.self());
  }

  private void onPoolRemoved(long epoch) {
    operations.reset().forEach(r -> refuseForGood(r.client(), r.request(), epoch));
    waiting
        .takeAll()
        .forEach(asked -> {
          if (asked.request() instanceof ObjectMessage.Operate operate) {
            refuseForGood(asked.client(), operate, epoch);
          } else {
            refuse(asked, "the pool was removed");
          }
        });
    recovery.reset();
    primary.begin(false);
    follower.discard("its pool was removed in epoch " + epoch);
  }

  private void refuseForGood(Peer client, ObjectMessage.Operate request, long epoch) {
    OpOutcome.Failed outcome =
        new OpOutcome.Failed(
            OpError.NO_POOL, -1, "pool " + replica.group().pool() + " was removed");
    replica.emit(
        new Effect.Reply(client, new ObjectMessage.OperateReply(request.id(), epoch, outcome)));
  }

  // Other OSDs

  private void onPeerSaid(Input.PeerSaid said) {
    if (said.epoch() < replica.interval() || !awake) {
      return;
    }
    if (isPrimary()) {
      onReplicaSaid(said);
    } else {
      onPrimarySaid(said);
    }
  }

  private void onReplicaSaid(Input.PeerSaid said) {
    OsdId from = said.from();
    switch (said.message()) {
      case PeeringMessage.Notify notify -> onNotify(from, notify);
      case PeeringMessage.LogPart part -> primary.onLogPart(from, part);
      case PeeringMessage.Activated activated -> primary.onActivated(from, activated);
      case ReplicationMessage.Replicated done -> replication.onReplicated(from, done.version());
      case RecoveryMessage.Push push -> recovery.onPush(from, push);
      case RecoveryMessage.Pushed pushed -> recovery.onPushed(from, pushed);
      case RecoveryMessage.PushFailed failed -> recovery.onFailed(from, failed);
      case RecoveryMessage.Scanned scanned -> recovery.onScanned(from, scanned);
      case RecoveryMessage.BackfillNoted noted -> recovery.onBackfillNoted(from, noted);
      default -> {
        // Meant for a replica: of somebody whose map differs. It is stale, or will come again.
      }
    }
  }

  private void onNotify(OsdId from, PeeringMessage.Notify notify) {
    primary.onNotify(from, notify.info());
    if (replica.membership().members().contains(from) || !primary.isActive()) {
      return;
    }
    if (clean) {
      replica.emit(
          new Effect.Send(from, new PeeringMessage.Discard(replica.group(), replica.epoch())));
    } else {
      recovery.addStray(from, notify.info());
    }
  }

  private void onPrimarySaid(Input.PeerSaid said) {
    if (!replica.membership().isPrimary(said.from())) {
      return;
    }
    Peer via = said.via();
    switch (said.message()) {
      case PeeringMessage.GetInfo _ -> follower.onGetInfo(via);
      case PeeringMessage.GetLog getLog -> follower.onGetLog(via, getLog);
      case PeeringMessage.Activate activate -> follower.onActivate(via, activate);
      case PeeringMessage.Share share -> follower.onShare(share);
      case PeeringMessage.Discard _ -> follower.onDiscard();
      case RecoveryMessage.Pull pull -> replicaRecovery.onPull(via, pull);
      default -> {
        if (follower.isServing()) {
          onPrimarySaidToServing(via, said);
        }
      }
    }
  }

  private void onPrimarySaidToServing(Peer via, Input.PeerSaid said) {
    switch (said.message()) {
      case ReplicationMessage.Replicate update -> replicaReplication.onReplicate(via, update);
      case RecoveryMessage.Push push -> replicaRecovery.onPush(via, push);
      case RecoveryMessage.Scan scan -> replicaRecovery.onScan(via, scan);
      case RecoveryMessage.Backfilled backfilled -> replicaRecovery.onBackfilled(via, backfilled);
      default -> {
        // Meant for a primary, which this OSD is not any more.
      }
    }
  }

  private void onPeerReset(OsdId osd) {
    if (isPrimary()) {
      primary.onReset(osd);
      replication.onReset(osd);
      recovery.onReset(osd);
    }
  }

  // Clients

  private void onClientAsked(Input.ClientAsked asked) {
    if (!isPrimary()) {
      refuse(asked, "this OSD is not the primary");
    } else if (asked.request() instanceof ObjectMessage.QueryGroup query) {
      replica.emit(
          new Effect.Reply(
              asked.client(), new ObjectMessage.QueryReply(query.id(), replica.epoch(), report())));
    } else if (serves(asked.request())) {
      serve(asked);
    } else {
      await(asked);
    }
  }

  private boolean serves(ObjectMessage.Request request) {
    return primary.isActive()
        && recovery.wholeReplicas() >= replica.membership().pool().minSize()
        && !isPaused(request);
  }

  private boolean isPaused(ObjectMessage.Request request) {
    boolean writes =
        request instanceof ObjectMessage.Operate operate
            && operate.ops().stream().anyMatch(ObjectOp.Mutation.class::isInstance);
    return replica
        .membership()
        .map()
        .flags()
        .contains(writes ? ClusterFlag.PAUSEWR : ClusterFlag.PAUSERD);
  }

  private void serve(Input.ClientAsked asked) {
    switch (asked.request()) {
      case ObjectMessage.Operate operate ->
          operations.onOperate(asked.client(), operate, asked.wallMillis());
      case ObjectMessage.ListObjects list -> listings.onList(asked.client(), list);
      case ObjectMessage.QueryGroup _ -> throw Invariant.unreachable("a query is answered at once");
    }
  }

  private void await(Input.ClientAsked asked) {
    if (!waiting.add(asked)) {
      refuse(asked, "too many requests wait for this group");
    }
  }

  private void refuse(Input.ClientAsked asked, String why) {
    replica.emit(
        new Effect.Reply(
            asked.client(),
            new ObjectMessage.NotServed(asked.request().id(), replica.epoch(), why)));
  }

  private void serveWaiting() {
    for (Input.ClientAsked asked : waiting.takeAll()) {
      onClientAsked(asked);
    }
  }

  // The way to clean

  private void onActive() {
    replication.begin();
    for (OsdId osd : replica.membership().others(replica.self())) {
      GroupInfo info =
          Invariant.present(primary.infos().get(osd), () -> osd + " is active, but not known");
      recovery.addPeer(osd, info, primary.missingOf(osd));
    }
    primary
        .infos()
        .forEach((osd, info) -> {
          if (!replica.membership().members().contains(osd) && !info.isEmpty()) {
            recovery.addStray(osd, info);
          }
        });
    recovery.begin();
    serveWaiting();
  }

  private void onWhole() {
    serveWaiting();
    if (clean) {
      return;
    }
    Membership now = replica.membership();
    if (!now.mapping().acting().equals(now.mapping().up())) {
      replica.emit(new Effect.OverrideActing(List.of()));
    } else if (now.mapping().acting().size() >= now.pool().size()) {
      clean = true;
      replica.emit(new Effect.Report(replica.group() + ": clean"));
      primary.onClean();
    }
  }

  private void onTick() {
    if (isPrimary()) {
      primary.onTick();
      recovery.onTick();
      if (primary.isActive() && !clean && recovery.isWhole()) {
        onWhole();
      }
    } else if (awake) {
      follower.onTick();
    }
  }

  private final class RecoveryListener implements Recovery.Listener {
    @Override
    public void onAvailable(ObjectId object) {
      operations.onAvailable(object);
    }

    @Override
    public void onManyAvailable() {
      operations.onManyAvailable();
    }

    @Override
    public void onLost(ObjectId object, String what) {
      operations.onLost(object, what);
    }

    @Override
    public void onWhole() {
      PlacementGroup.this.onWhole();
    }
  }

  // What others may know

  public PgId group() {
    return replica.group();
  }

  /** Whether this OSD leads the group. */
  public boolean leads() {
    return isPrimary();
  }

  /** Who belongs to the group by the newest map it was told. */
  public Membership membership() {
    return replica.membership();
  }

  /** Requests of clients that are not answered. */
  public int openRequests() {
    return operations.size() + waiting.size();
  }

  /** What the monitors are told; this OSD leads the group. */
  public GroupStats stats() {
    return new GroupSummary(replica, primary, recovery, clean).stats();
  }

  private GroupReport report() {
    return new GroupSummary(replica, primary, recovery, clean).report();
  }

  private void invariants() {
    replica.invariants();
    operations.invariants();
    Invariant.check(
        primary.isActive() || (operations.size() == 0 && replication.size() == 0),
        () -> "group " + replica.group() + " has operations under way and is not active");
  }
}
