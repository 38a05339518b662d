package io.pando.osd.pg;

import io.pando.id.MemberId;
import io.pando.osd.pg.fragment.FragmentServer;
import io.pando.osd.pg.peering.ReplicaPeering;
import io.pando.osd.pg.recovery.ReplicaRecovery;
import io.pando.osd.pg.replication.ReplicaReplication;
import io.pando.osd.pg.roots.RootReporter;
import io.pando.osd.pg.scrub.ReplicaScrub;
import io.pando.osd.pg.step.Slot;

/** An interval in which this OSD has a copy of the group and another OSD is the primary. */
final class ReplicaInterval implements Interval {
  final ReplicaPeering peering;
  final ReplicaReplication replication;
  final ReplicaRecovery recovery;
  final RootReporter rootReporter;
  final ReplicaScrub scrub;
  final FragmentServer fragments;

  ReplicaInterval(GroupComponents group) {
    this.rootReporter = new RootReporter(group.replica);
    this.peering = new ReplicaPeering(group.replica, group.heads);
    this.replication = new ReplicaReplication(group.replica, rootReporter, group.heads);
    this.recovery = new ReplicaRecovery(group.replica);
    this.scrub = new ReplicaScrub(group.replica, group.scrubs);
    this.fragments = new FragmentServer(group.replica);
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
  public boolean isServing() {
    return peering.isServing();
  }

  @Override
  public void onReset(MemberId member) {
    replication.onReset(member);
  }

  @Override
  public void onTick(long wallMillis) {
    peering.onTick();
    rootReporter.onTick();
  }

  @Override
  public void onSlot(Slot slot, long token, boolean granted) {
    if (slot == Slot.REPLICA) {
      recovery.onSlot(token, granted);
    } else if (slot == Slot.SCRUB_REPLICA) {
      scrub.onSlot(token);
    }
  }

  @Override
  public void onTurn(long token) {
    scrub.onTurn(token);
  }

  @Override
  public void invariants() {
    replication.invariants();
    recovery.invariants();
    scrub.invariants();
  }
}
