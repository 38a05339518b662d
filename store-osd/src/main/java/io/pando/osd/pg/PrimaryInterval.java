package io.pando.osd.pg;

import io.pando.check.Invariant;
import io.pando.id.MemberId;
import io.pando.id.Version;
import io.pando.osd.pg.fragment.FragmentContent;
import io.pando.osd.pg.fragment.FragmentReads;
import io.pando.osd.pg.fragment.FragmentUpdates;
import io.pando.osd.pg.peering.PrimaryPeering;
import io.pando.osd.pg.read.Listings;
import io.pando.osd.pg.recovery.Recovery;
import io.pando.osd.pg.redundancy.Fragments;
import io.pando.osd.pg.repair.ReplicaReturns;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.replication.PrimaryReplication;
import io.pando.osd.pg.roots.RollbackWatch;
import io.pando.osd.pg.roots.RootWatch;
import io.pando.osd.pg.scrub.PrimaryScrub;
import io.pando.osd.pg.split.Recount;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.Slot;
import io.pando.osd.pg.step.Unserved;
import io.pando.osd.pg.write.ObjectAccess;
import io.pando.osd.pg.write.OperationContext;
import io.pando.osd.pg.write.Operations;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/**
 * An interval in which this OSD is the primary of the group.
 *
 * <p>Invariants: those of the components; only an active primary has operations or updates under
 * way; updates of an object are blocked only for a scrub that looks at it.
 */
final class PrimaryInterval implements Interval {
  final Replica replica;
  final PrimaryPeering peering;
  final PrimaryReplication replication;
  final Recovery recovery;
  final Operations operations;
  final Listings listings;
  final PostActivation postActivation;
  final Recount recount;
  final RootWatch rootWatch;
  final RollbackWatch rollbackWatch;
  final PrimaryScrub scrub;
  final ReplicaReturns returns;

  /**
   * Creates the components of an interval that begins.
   *
   * @param diverged members that the interval before, with the same primary, knew to have diverged
   */
  PrimaryInterval(GroupComponents group, SortedMap<MemberId, Version> diverged) {
    this.replica = group.replica;
    this.rollbackWatch = group.rollbackWatch;
    this.rootWatch = new RootWatch(replica, diverged);
    this.returns = new ReplicaReturns(counts -> replica.emit(new Effect.CountRepair(counts)));
    this.postActivation = new PostActivation(this);
    this.peering =
        new PrimaryPeering(replica, postActivation::onActive, returns, group.peeringPace);
    this.replication = new PrimaryReplication(replica, group.heads);
    this.recovery = new Recovery(replica, replication, postActivation, returns);
    this.recount = new Recount(replica, peering::onCounted);
    this.scrub = new PrimaryScrub(replica, replication, recovery, group.scrubs, this::mayScrub);
    rootWatch.watch(_ -> scrub.onDiverged());
    this.operations =
        new Operations(
            new OperationContext(replica, replication, recovery, access()), group.requests);
    this.listings = new Listings(replica, replication);
  }

  /** How objects are read and updates divided, by the kind of the pool. */
  private ObjectAccess access() {
    FragmentReads reads = recovery.fragments();
    return reads != null && replica.redundancy() instanceof Fragments code
        ? new ObjectAccess(
            new FragmentContent(replica, code, reads, recovery),
            new FragmentUpdates(replica, code, reads))
        : ObjectAccess.ofReplicas(replica);
  }

  @Override
  public boolean leads() {
    return true;
  }

  @Override
  public boolean isServing() {
    return peering.isActive();
  }

  @Override
  public void begin() {
    peering.begin();
  }

  @Override
  public void end() {
    replication.onIntervalEnded();
    recovery.onIntervalEnded();
    scrub.onIntervalEnded();
  }

  @Override
  public List<Unserved> unserved() {
    List<Unserved> unserved = new ArrayList<>(operations.unserved());
    unserved.addAll(listings.unserved());
    return unserved;
  }

  @Override
  public int openRequests() {
    return operations.size() + listings.size();
  }

  @Override
  public void onMap(boolean otherFences) {
    peering.onMap();
    recovery.onMap();
    if (otherFences) {
      operations.onFenced();
    }
  }

  @Override
  public void onReset(MemberId member) {
    peering.onReset(member);
    replication.onReset(member);
    recovery.onReset(member);
    scrub.onReset(member);
  }

  @Override
  public void onTick(long wallMillis) {
    peering.onTick();
    replication.onTick();
    recovery.onTick();
    rootWatch.onTick();
    postActivation.onTick();
    scrub.onTick(wallMillis);
  }

  @Override
  public void onWoken() {
    peering.onWoken();
  }

  @Override
  public void onSlot(Slot slot, long token, boolean granted) {
    if (slot == Slot.PRIMARY) {
      recovery.onSlot(token, granted);
    } else if (slot == Slot.SCRUB) {
      scrub.onSlot(token);
    }
  }

  @Override
  public void onTurn(long token) {
    if (PrimaryScrub.isTurnOf(token)) {
      scrub.onTurn(token);
    } else {
      recovery.onTurn(token);
    }
  }

  @Override
  public void setFull(boolean full) {
    operations.setFull(full);
  }

  /** Whether a merge of the group waits until it is quiet. */
  private boolean mustBeQuiet() {
    return replica.membership().pool().groups().isQuiet(replica.group().seed());
  }

  @Override
  public boolean isQuiet() {
    return postActivation.isClean()
        && mustBeQuiet()
        && recovery.isWhole()
        && replication.size() == 0
        && !operations.isWriting();
  }

  /** Whether all members have every object, and no merge waits for the group to become quiet. */
  private boolean mayScrub() {
    return postActivation.isClean() && recovery.isWhole() && !mustBeQuiet();
  }

  GroupSummary summary() {
    return new GroupSummary(this);
  }

  @Override
  public void invariants() {
    operations.invariants();
    replication.invariants();
    recovery.invariants();
    scrub.invariants();
    Invariant.check(
        peering.isActive() || (operations.size() == 0 && replication.size() == 0),
        () ->
            "group %s has operations under way and is not active; in its journal, %s"
                .formatted(replica.group(), replica.journal()));
    Invariant.check(
        scrub.isUnderWay() || !recovery.blocksUpdates(),
        () -> "group " + replica.group() + " keeps objects still that no scrub looks at");
  }

  @Override
  public void thoroughInvariants() {
    replication.thoroughInvariants();
    recovery.thoroughInvariants();
  }
}
