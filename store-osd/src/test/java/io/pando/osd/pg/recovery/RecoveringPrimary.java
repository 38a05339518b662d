package io.pando.osd.pg.recovery;

import io.pando.cluster.Replication;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.message.RecoveryMessage.Cursor;
import io.pando.message.RecoveryMessage.Push;
import io.pando.message.RecoveryMessage.Pushed;
import io.pando.message.RecoveryMessage.Release;
import io.pando.message.RecoveryMessage.Reserve;
import io.pando.message.RecoveryMessage.Reserved;
import io.pando.message.RecoveryMessage.Written;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.recovery.schedule.RecoveryPriority;
import io.pando.osd.pg.repair.ReplicaReturns;
import io.pando.osd.pg.replica.Awaiting;
import io.pando.osd.pg.replication.PrimaryReplication;
import io.pando.osd.pg.roots.DurableHeads;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.Slot;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** A primary of three members that has eight objects, three of which make a batch. */
final class RecoveringPrimary {
  static final MemberId B = MemberId.of(new OsdId(1));
  static final MemberId C = MemberId.of(new OsdId(2));
  private static final int OBJECTS = 8;

  /** Clients can use the group, and the log tells what copies lack. */
  static final int PRIORITY = RecoveryPriority.of(false, 0, true);

  static final Effect END = new Effect.EndSlot(Slot.PRIMARY);

  final List<String> heard = new ArrayList<>();
  final GroupHarness harness =
      new GroupHarness(new OsdId(0), Maps.of(3, Replication.PRIMARY), RecoveryModel.config(false));
  Recovery recovery = recovery();
  List<ObjectId> all = List.of();

  RecoveringPrimary() {
    for (int i = 0; i < OBJECTS; i++) {
      harness.replica.append(
          harness.update("o" + i, new RequestId(9, i + 1L)), Version.ZERO, Awaiting.nothing());
    }
    harness.settle();
    harness.effects();
    all = harness.store.ids();
  }

  private Recovery recovery() {
    return new Recovery(
        harness.replica,
        new PrimaryReplication(harness.replica, new DurableHeads()),
        new HeardRecovery(heard),
        new ReplicaReturns(_ -> {}));
  }

  void beginInterval() {
    recovery.onIntervalEnded();
    harness.replica.onIntervalEnded();
    recovery = recovery();
  }

  Version version(ObjectId object) {
    return harness.replica.log().newestOf(object).orElseThrow().version();
  }

  /** The first objects are lacking there. */
  void peer(MemberId member, int lacks) {
    SortedMap<ObjectId, Version> missing = new TreeMap<>();
    all.subList(0, lacks).forEach(object -> missing.put(object, version(object)));
    recovery.addPeer(member, harness.replica.info(), missing);
  }

  static Effect ask(int priority) {
    return ask(1, priority);
  }

  static Effect ask(long token, int priority) {
    return new Effect.AskSlot(Slot.PRIMARY, token, priority);
  }

  static Effect reserve(MemberId member, long wish, int priority) {
    return new Effect.Send(member, new Reserve(Maps.GROUP, Maps.EPOCH, wish, priority));
  }

  static Effect release(MemberId member, long wish) {
    return new Effect.Send(member, new Release(Maps.GROUP, Maps.EPOCH, wish));
  }

  static Effect turn(long token) {
    return new Effect.AskTurn(token);
  }

  static Reserved reserved(long wish) {
    return new Reserved(Maps.GROUP, Maps.EPOCH, wish);
  }

  /** All slots are there. */
  void hold(int lacks) {
    peer(B, lacks);
    peer(C, 0);
    recovery.begin();
    recovery.onSlot(1, true);
    recovery.onMessage(B, reserved(0));
    check();
  }

  List<Effect> effects() {
    harness.settle();
    check();
    return harness.effects();
  }

  void check() {
    recovery.invariants();
    recovery.thoroughInvariants();
  }

  /** Objects that a push to this OSD has. */
  static List<ObjectId> pushed(List<Effect> effects, MemberId to) {
    List<ObjectId> objects = new ArrayList<>();
    for (Effect effect : effects) {
      if (effect instanceof Effect.Send(MemberId member, Push push) && member.equals(to)) {
        push.objects().forEach(it -> objects.add(it.object()));
      }
    }
    return objects;
  }

  void take(MemberId from, List<ObjectId> objects) {
    List<Written> taken = new ArrayList<>();
    for (ObjectId object : objects) {
      int bytes = (object.name() + " " + version(object)).length();
      taken.add(new Written(object, version(object), new Cursor(bytes, null)));
    }
    recovery.onMessage(from, new Pushed(Maps.GROUP, Maps.EPOCH, taken));
  }
}
