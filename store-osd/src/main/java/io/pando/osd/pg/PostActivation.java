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
 * The work of a primary after all replicas are activated: it recovers missing objects, ends a
 * temporary acting set, marks the group clean, and has copies removed that are no longer needed.
 */
final class PostActivation implements Recovery.Listener {
  private final GroupComponents components;
  private final Replica replica;
  private boolean clean;

  PostActivation(GroupComponents components) {
    this.components = components;
    this.replica = components.replica;
  }

  /** Whether the group is clean in this interval. */
  boolean isClean() {
    return clean;
  }

  void reset() {
    clean = false;
  }

  /** All replicas are activated. */
  void onActive() {
    components.replication.begin();
    components.rootWatch.begin();
    for (OsdId osd : replica.membership().others(replica.self())) {
      GroupInfo info =
          Invariant.present(
              components.primary.infos().get(osd), () -> osd + " is active, but not known");
      components.recovery.addPeer(osd, info, components.primary.missingOf(osd));
    }
    components
        .primary
        .infos()
        .forEach((osd, info) -> {
          if (!replica.membership().members().contains(osd) && !info.isEmpty()) {
            components.recovery.addStray(osd);
          }
        });
    components.recovery.begin();
  }

  /** An OSD reports a copy, which may be a stray's. */
  void onNotify(OsdId from, GroupInfo info) {
    if (replica.membership().members().contains(from) || !components.primary.isActive()) {
      return;
    }
    if (clean) {
      replica.emit(
          new Effect.Send(from, new PeeringMessage.Discard(replica.group(), replica.epoch())));
    } else {
      components.recovery.addStray(from);
    }
  }

  void onTick() {
    if (clean && components.recovery.isWhole()) {
      components.recount.onClean(components.replication.size() == 0);
      components.rollbackWatch.onClean();
    }
    if (components.primary.isActive() && !clean && components.recovery.isWhole()) {
      onWhole();
    }
  }

  @Override
  public void onAvailable(ObjectId object) {
    components.operations.onAvailable(object);
  }

  @Override
  public void onLost(ObjectId object, String what) {
    components.operations.onLost(object, what);
  }

  @Override
  public void onWhole() {
    if (clean) {
      components.scrub.onWhole();
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
      components.primary.onClean();
    }
  }
}
