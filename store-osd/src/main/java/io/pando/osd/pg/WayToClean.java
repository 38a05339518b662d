package io.pando.osd.pg;

import io.pando.check.Invariant;
import io.pando.group.GroupInfo;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.message.PeeringMessage;
import io.pando.osd.pg.recovery.Recovery;
import io.pando.osd.pg.replica.Membership;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Effect;
import java.util.List;

/**
 * What a primary does once all replicas are activated: has what is missing recovered, goes back to
 * where the group belongs, and declares it clean; copies that nobody needs any more go then.
 */
final class WayToClean implements Recovery.Listener {
  private final Rooms rooms;
  private final Replica replica;
  private boolean clean;

  WayToClean(Rooms rooms) {
    this.rooms = rooms;
    this.replica = rooms.replica;
  }

  /** Whether everything is where it belongs, in this interval. */
  boolean isClean() {
    return clean;
  }

  void reset() {
    clean = false;
  }

  /** All replicas are activated. */
  void onActive() {
    rooms.replication.begin();
    rooms.rootWatch.begin();
    for (OsdId osd : replica.membership().others(replica.self())) {
      GroupInfo info =
          Invariant.present(
              rooms.primary.infos().get(osd), () -> osd + " is active, but not known");
      rooms.recovery.addPeer(osd, info, rooms.primary.missingOf(osd));
    }
    rooms
        .primary
        .infos()
        .forEach((osd, info) -> {
          if (!replica.membership().members().contains(osd) && !info.isEmpty()) {
            rooms.recovery.addStray(osd);
          }
        });
    rooms.recovery.begin();
  }

  /** Somebody tells of a copy; it may be one that does not belong to the group. */
  void onNotify(OsdId from, GroupInfo info) {
    if (replica.membership().members().contains(from) || !rooms.primary.isActive()) {
      return;
    }
    if (clean) {
      replica.emit(
          new Effect.Send(from, new PeeringMessage.Discard(replica.group(), replica.epoch())));
    } else {
      rooms.recovery.addStray(from);
    }
  }

  void onTick() {
    if (clean && rooms.recovery.isWhole()) {
      rooms.recount.onClean(rooms.replication.size() == 0);
      rooms.rollbackWatch.onClean();
    }
    if (rooms.primary.isActive() && !clean && rooms.recovery.isWhole()) {
      onWhole();
    }
  }

  @Override
  public void onAvailable(ObjectId object) {
    rooms.operations.onAvailable(object);
  }

  @Override
  public void onLost(ObjectId object, String what) {
    rooms.operations.onLost(object, what);
  }

  @Override
  public void onWhole() {
    if (clean) {
      rooms.scrub.onWhole();
      return;
    }
    Membership now = replica.membership();
    boolean full = now.mapping().up().size() >= now.pool().size();
    boolean fewer = now.mapping().up().size() < now.mapping().acting().size();
    if (now.isOverridden() && (full || !fewer)) {
      replica.emit(new Effect.OverrideActing(List.of()));
    } else if (full && now.mapping().acting().equals(now.mapping().up())) {
      clean = true;
      replica.emit(new Effect.Report(replica.group() + ": clean"));
      rooms.primary.onClean();
    }
  }
}
