package io.pando.osd.pg;

import io.pando.check.Invariant;
import io.pando.group.GroupInfo;
import io.pando.id.MemberId;
import io.pando.id.MemberList;
import io.pando.id.ObjectId;
import io.pando.message.PeeringMessage;
import io.pando.osd.pg.recovery.Recovery;
import io.pando.osd.pg.replica.Membership;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Effect;

/**
 * The work of a primary after all replicas are activated: it recovers missing objects, ends a
 * temporary acting set, marks the group clean, and has copies removed that are no longer needed.
 */
final class PostActivation implements Recovery.Listener {
  private final PrimaryInterval interval;
  private final Replica replica;
  private boolean clean;

  PostActivation(PrimaryInterval interval) {
    this.interval = interval;
    this.replica = interval.replica;
  }

  /** Whether the group is clean in this interval. */
  boolean isClean() {
    return clean;
  }

  /** All replicas are activated. */
  void onActive() {
    interval.replication.begin();
    interval.rootWatch.begin();
    for (MemberId member : replica.membership().others(replica.self())) {
      GroupInfo info =
          Invariant.present(
              interval.peering.infos().get(member), () -> member + " is active, but not known");
      interval.recovery.addPeer(member, info, interval.peering.missingOf(member));
    }
    interval
        .peering
        .infos()
        .forEach((member, info) -> {
          if (!replica.membership().members().contains(member) && !info.isEmpty()) {
            interval.recovery.addStray(member);
          }
        });
    interval.recovery.begin();
  }

  /** An OSD reports a copy, which may be a stray's. */
  void onNotify(MemberId from, GroupInfo info) {
    if (replica.membership().members().contains(from) || !interval.peering.isActive()) {
      return;
    }
    if (clean) {
      replica.send(from, new PeeringMessage.Discard(replica.group(), replica.epoch()));
      // A scrub may have found something to recover, and this OSD may have been asked for it. It
      // drops the question with its copy, and refuses when it is asked again.
      interval.recovery.onReset(from);
    } else {
      interval.recovery.addStray(from);
    }
  }

  void onTick() {
    if (clean && interval.recovery.isWhole()) {
      interval.recount.onClean(interval.replication.size() == 0);
      interval.rollbackWatch.onClean();
    }
    if (interval.peering.isActive() && !clean && interval.recovery.isWhole()) {
      onWhole();
    }
  }

  @Override
  public void onAvailable(ObjectId object) {
    interval.operations.onAvailable(object);
  }

  @Override
  public void onLost(ObjectId object, String what) {
    interval.operations.onLost(object, what);
  }

  @Override
  public void onWhole() {
    if (clean) {
      interval.scrub.onWhole();
      return;
    }
    Membership now = replica.membership();
    boolean full = now.mapping().up().count() >= now.pool().size();
    boolean fewer = now.mapping().up().count() < now.mapping().acting().count();
    if (now.isOverridden() && (full || !fewer)) {
      replica.emit(new Effect.OverrideActing(MemberList.EMPTY));
    } else if (full && now.mapping().acting().equals(now.mapping().up())) {
      clean = true;
      replica.report("clean");
      interval.peering.onClean();
    }
  }
}
