package io.pando.osd.pg.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.cluster.Replication;
import io.pando.group.GroupInfo;
import io.pando.group.LogEntry;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.merkle.TreeDepth;
import io.pando.message.Message;
import io.pando.message.RecoveryMessage;
import io.pando.message.ReplicationMessage;
import io.pando.op.OpResult;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.op.OpLimits;
import io.pando.osd.pg.repair.ReplicaReturns;
import io.pando.osd.pg.replica.Awaiting;
import io.pando.osd.pg.replica.GroupConfig;
import io.pando.osd.pg.replica.RecoveryLimits;
import io.pando.osd.pg.replica.ScrubLimits;
import io.pando.osd.pg.replication.PrimaryReplication;
import io.pando.osd.pg.roots.DurableHeads;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.Slot;
import io.pando.random.Random64;
import io.pando.store.StoreOp;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A primary that recovers two replicas, one that the log reaches and one that is filled, while the
 * objects are changed. Beside them stands which versions all objects have as of each update.
 */
public final class RecoveryModel {
  static final long RETRY_NANOS = 100;
  private static final MemberId PRIMARY = MemberId.of(new OsdId(0));
  private static final int NAMES = 14;

  public static GroupConfig config(boolean trees) {
    return config(trees, 4_096);
  }

  /** With pieces of this size. */
  public static GroupConfig config(boolean trees, int pieceBytes) {
    return new GroupConfig(
        new GroupConfig.LogLimits(10_000, 1 << 24, 400, 1 << 20),
        new GroupConfig.WaitLimits(50, RETRY_NANOS),
        OpLimits.defaults(),
        new RecoveryLimits(
            pieceBytes,
            1_024,
            new RecoveryLimits.BatchLimits(3, 6_000, 2),
            4,
            new RecoveryLimits.IndexLimits(100, 8),
            trees),
        new TreeDepth(0, 4),
        ScrubLimits.defaults());
  }

  /** An update on its way to a replica. */
  private record Updated(ReplicationMessage.Update update, boolean lacks) {}

  private final class Target {
    final MemberId id;
    final GroupHarness harness;
    final ReplicaRecovery recovery;
    final Deque<Object> there = new ArrayDeque<>();
    final Deque<Message> back = new ArrayDeque<>();
    long slotAsked;
    long slotHeld;
    @Nullable ObjectId filled = GroupInfo.NOTHING;

    Target(MemberId id) {
      this.id = id;
      harness = new GroupHarness(id.osd(), Maps.of(3, Replication.PRIMARY), config);
      recovery = new ReplicaRecovery(harness.replica);
    }

    void hear(Object what) {
      var via = GroupHarness.stream(PRIMARY.osd());
      switch (what) {
        case Updated it -> take(it);
        case RecoveryMessage.Pull it -> recovery.onPull(via, it);
        case RecoveryMessage.Push it -> recovery.onPush(via, it);
        case RecoveryMessage.AskSignatures it -> recovery.onAskSignatures(via, it);
        case RecoveryMessage.Scan it -> recovery.onScan(via, it);
        case RecoveryMessage.CompareTrees it -> recovery.onCompareTrees(via, it);
        case RecoveryMessage.Backfilled it -> recovery.onBackfilled(via, it);
        case RecoveryMessage.Reserve it -> recovery.onReserve(via, it);
        case RecoveryMessage.Release it -> recovery.onRelease(it);
        default -> throw new AssertionError(what);
      }
    }

    private void take(Updated it) {
      LogEntry entry = it.update().entry();
      if (!it.lacks()) {
        assertThat(harness.store.versions().getOrDefault(entry.object(), Version.ZERO))
            .as("%s takes part in an update of what it has", id)
            .isEqualTo(entry.prior());
      }
      harness.replica.append(
          new ReplicationMessage.Update(
              entry,
              it.lacks() ? List.of() : it.update().ops(),
              it.update().objects(),
              it.update().bytes()),
          Version.ZERO,
          Awaiting.nothing());
    }

    /** What is noted to be whole is so, and stays so. */
    void check() {
      ObjectId mark = harness.replica.info().backfilledTo();
      if (filled == null) {
        assertThat(mark).isNull();
      } else if (mark != null) {
        assertThat(mark).isGreaterThanOrEqualTo(filled);
      }
      filled = mark;
      SortedMap<ObjectId, Version> here = new TreeMap<>(harness.store.versions());
      SortedMap<ObjectId, Version> due =
          new TreeMap<>(history.get((int) harness.replica.log().head().counter()));
      here.keySet().removeIf(it -> !harness.replica.info().covers(it));
      due.keySet().removeIf(it -> !harness.replica.info().covers(it));
      here.keySet().removeAll(harness.replica.missing().keySet());
      due.keySet().removeAll(harness.replica.missing().keySet());
      assertThat(here).isEqualTo(due);
    }
  }

  private final Random64 random;
  private final GroupConfig config;
  private final GroupHarness primary;
  private final Recovery recovery;
  private final SortedMap<MemberId, Target> targets = new TreeMap<>();
  private final List<SortedMap<ObjectId, Version>> history = new ArrayList<>();
  private final List<ObjectId> lost = new ArrayList<>();
  private final List<Long> turns = new ArrayList<>();
  private final List<Long> openTurns = new ArrayList<>();
  private long slotAsked;
  private long slotHeld;
  private int whole;
  private int copied;

  RecoveryModel(long seed) {
    random = new Random64(seed);
    config = config(random.nextBoolean());
    primary = new GroupHarness(PRIMARY.osd(), Maps.of(3, Replication.PRIMARY), config);
    recovery =
        new Recovery(
            primary.replica,
            new PrimaryReplication(primary.replica, new DurableHeads()),
            new Recovery.Listener() {
              @Override
              public void onAvailable(ObjectId object) {}

              @Override
              public void onLost(ObjectId object, String what) {
                lost.add(object);
              }

              @Override
              public void onWhole() {
                whole++;
              }
            },
            new ReplicaReturns(_ -> {}));
    history.add(new TreeMap<>());
    targets.put(MemberId.of(new OsdId(1)), new Target(MemberId.of(new OsdId(1))));
    targets.put(MemberId.of(new OsdId(2)), new Target(MemberId.of(new OsdId(2))));
    fill();
  }

  private Target byLog() {
    return target(MemberId.of(new OsdId(1)));
  }

  private Target target(MemberId osd) {
    Target target = targets.get(osd);
    if (target == null) {
      throw new AssertionError("no " + osd);
    }
    return target;
  }

  int copied() {
    return copied;
  }

  /** Updates of which each replica has only some, or of a log of its own. */
  private void fill() {
    Target byLog = byLog();
    Target byScan = target(MemberId.of(new OsdId(2)));
    int updates = 5 + random.nextInt(40);
    int shared = random.nextInt(updates);
    for (int i = 0; i < updates; i++) {
      ReplicationMessage.Update it = next();
      take(it, byLog);
      if (i < shared) {
        byScan.take(new Updated(it, false));
      }
    }
    miss(byLog.harness, 3);
    miss(primary, 4);
    List<LogEntry> all = primary.replica.log().entries();
    for (int i = random.nextInt(6); i > 0; i--) {
      junk(byScan.harness);
    }
    byScan.harness.replica.adoption().startOver(primary.replica.info(), all, List.of());
    byLog.filled = null;
    targets.forEach((osd, target) -> {
      target.harness.settle();
      target.harness.effects();
      recovery.addPeer(
          osd, target.harness.replica.info(), new TreeMap<>(target.harness.replica.missing()));
    });
    primary.settle();
    recovery.begin();
    collect();
  }

  private void junk(GroupHarness of) {
    ObjectId object = GroupHarness.object("o" + random.nextInt(2 * NAMES));
    Version version = of.replica.log().head().next(Maps.EPOCH + 1);
    LogEntry entry =
        new LogEntry(
            version,
            of.store.versions().getOrDefault(object, Version.ZERO),
            object,
            LogEntry.Kind.MODIFY,
            new RequestId(8, version.counter()),
            List.of(new OpResult.Done()));
    of.replica.append(
        new ReplicationMessage.Update(entry, GroupHarness.steps(object, version, "junk"), 1, 1),
        Version.ZERO,
        Awaiting.nothing());
  }

  /** Some objects are not here, which another has; what is left of them is some other version. */
  private void miss(GroupHarness of, int most) {
    for (ObjectId object : of.store.ids()) {
      boolean elsewhere =
          of == primary
              ? !byLog().harness.replica.missing().containsKey(object)
              : !primary.replica.missing().containsKey(object);
      if (elsewhere && most-- > 0 && random.nextBoolean()) {
        Version version = of.store.versions().getOrDefault(object, Version.ZERO);
        if (random.nextBoolean()) {
          of.store.apply(List.of(new StoreOp.Remove(GroupHarness.COLLECTION, object)));
        } else {
          of.put(object, new Version(1, 1), "old " + "x".repeat(random.nextInt(9_000)));
        }
        of.replica.tree().onUnknown(object);
        of.replica.noteMissing(object, version);
      }
    }
  }

  // What happens

  void step() {
    switch (random.nextInt(11)) {
      case 0 -> update();
      case 1, 2, 3 -> store();
      case 4, 5, 6, 7 -> deliver();
      case 8 -> shard();
      case 9 -> rare();
      default -> pass();
    }
    collect();
    targets.values().forEach(Target::check);
  }

  private void pass() {
    primary.pass(random.nextInt(200));
    recovery.onTick();
  }

  private void rare() {
    switch (random.nextInt(6)) {
      case 0, 1 -> breakStream(target(MemberId.of(new OsdId(1 + random.nextInt(2)))));
      case 2 ->
          target(MemberId.of(new OsdId(1 + random.nextInt(2))))
              .harness
              .setRoom(random.nextBoolean());
      case 3 -> primary.setRoom(random.nextBoolean());
      case 4 -> recovery.prioritize(GroupHarness.object("o" + random.nextInt(NAMES)));
      default -> revoke();
    }
  }

  private void revoke() {
    if (slotHeld != 0 && random.nextBoolean()) {
      long token = slotHeld;
      slotHeld = 0;
      recovery.onSlot(token, false);
    }
    for (Target target : targets.values()) {
      if (target.slotHeld != 0 && random.nextBoolean()) {
        long token = target.slotHeld;
        target.slotHeld = 0;
        target.recovery.onSlot(token, false);
      }
    }
  }

  private void shard() {
    if (slotAsked != 0) {
      slotHeld = slotAsked;
      slotAsked = 0;
      recovery.onSlot(slotHeld, true);
    }
    for (Target target : targets.values()) {
      if (target.slotAsked != 0) {
        target.slotHeld = target.slotAsked;
        target.slotAsked = 0;
        target.recovery.onSlot(target.slotHeld, true);
      }
    }
    if (!turns.isEmpty()) {
      long token = turns.removeFirst();
      openTurns.add(token);
      recovery.onTurn(token);
    }
  }

  private void store() {
    GroupHarness of =
        random.oneIn(3) ? primary : target(MemberId.of(new OsdId(1 + random.nextInt(2)))).harness;
    if (of.reads() > 0 && random.nextBoolean()) {
      of.answer();
    } else if (of.submitted() > 0) {
      of.report();
    }
  }

  private void deliver() {
    Target target = target(MemberId.of(new OsdId(1 + random.nextInt(2))));
    if (random.nextBoolean()) {
      Object next = target.there.pollFirst();
      if (next != null) {
        target.hear(next);
      }
    } else {
      Message next = target.back.pollFirst();
      if (next != null) {
        hear(target.id, next);
      }
    }
  }

  private void hear(MemberId from, Message message) {
    switch (message) {
      case RecoveryMessage.Push it -> recovery.onMessage(from, it);
      case RecoveryMessage.Signatures it -> recovery.onMessage(from, it);
      case RecoveryMessage.Pushed it -> recovery.onMessage(from, it);
      case RecoveryMessage.PushFailed it -> recovery.onMessage(from, it);
      case RecoveryMessage.Scanned it -> recovery.onMessage(from, it);
      case RecoveryMessage.TreesCompared it -> recovery.onMessage(from, it);
      case RecoveryMessage.BackfillNoted it -> recovery.onMessage(from, it);
      case RecoveryMessage.Reserved it -> recovery.onMessage(from, it);
      case RecoveryMessage.Revoked it -> recovery.onMessage(from, it);
      default -> throw new AssertionError(message);
    }
  }

  /** Updates are sent again, before all else; messages of recovery are lost. */
  private void breakStream(Target target) {
    target.there.removeIf(RecoveryMessage.class::isInstance);
    target.back.clear();
    recovery.onReset(target.id);
  }

  private void update() {
    ReplicationMessage.Update it = next();
    ObjectId object = it.entry().object();
    if (!recovery.isWritable(object)) {
      return;
    }
    SortedSet<MemberId> without = recovery.notBackfilled(object);
    take(it, null);
    targets.forEach((osd, target) -> target.there.add(new Updated(it, without.contains(osd))));
    boolean removed = it.entry().kind() == LogEntry.Kind.DELETE;
    recovery.onChanged(object, removed ? Version.ZERO : it.entry().version());
  }

  private ReplicationMessage.Update next() {
    ObjectId object = GroupHarness.object("o" + random.nextInt(NAMES));
    Version version = primary.replica.log().head().next(Maps.EPOCH);
    Version prior = primary.store.versions().getOrDefault(object, Version.ZERO);
    boolean removes = random.oneIn(4) && prior.isAfter(Version.ZERO);
    LogEntry entry =
        new LogEntry(
            version,
            prior,
            object,
            removes ? LogEntry.Kind.DELETE : LogEntry.Kind.MODIFY,
            new RequestId(9, version.counter()),
            List.of(new OpResult.Done()));
    List<StoreOp.OnObject> steps = new ArrayList<>();
    if (removes) {
      steps.add(new StoreOp.Remove(GroupHarness.COLLECTION, object));
    } else {
      String bytes = object.name() + " " + version + "y".repeat(random.nextInt(40));
      String large = random.oneIn(4) ? "z".repeat(random.nextInt(9_000)) : "";
      steps.addAll(GroupHarness.steps(object, version, bytes + large));
      TreeMap<String, Payload> entries = new TreeMap<>();
      entries.put("k" + random.nextInt(3), Payload.utf8(version.toString()));
      steps.add(new StoreOp.PutMap(GroupHarness.COLLECTION, object, entries));
    }
    int more = (removes ? 0 : 1) - (prior.isAfter(Version.ZERO) ? 1 : 0);
    GroupInfo info = primary.replica.info();
    return new ReplicationMessage.Update(entry, steps, info.objects() + more, info.bytes());
  }

  private void take(ReplicationMessage.Update it, @Nullable Target also) {
    primary.replica.append(it, Version.ZERO, Awaiting.nothing());
    SortedMap<ObjectId, Version> now = new TreeMap<>(history.getLast());
    if (it.entry().kind() == LogEntry.Kind.DELETE) {
      now.remove(it.entry().object());
    } else {
      now.put(it.entry().object(), it.entry().version());
    }
    history.add(now);
    if (also != null) {
      also.take(new Updated(it, false));
    }
  }

  // Effects

  private void collect() {
    primary.effects().forEach(this::carryOut);
    targets
        .values()
        .forEach(target -> target.harness.effects().forEach(effect -> carryOut(target, effect)));
  }

  private void carryOut(Effect effect) {
    switch (effect) {
      case Effect.Send send -> target(send.to()).there.add(send.message());
      case Effect.AskSlot ask -> {
        assertThat(ask.slot()).isEqualTo(Slot.PRIMARY);
        if (ask.token() != slotHeld) {
          slotAsked = ask.token();
        }
      }
      case Effect.EndSlot _ -> {
        slotAsked = 0;
        slotHeld = 0;
      }
      case Effect.AskTurn ask -> {
        turns.add(ask.token());
        assertThat(turns.size() + openTurns.size()).isLessThanOrEqualTo(2);
      }
      case Effect.EndTurn end -> assertThat(openTurns.remove(end.token())).isTrue();
      case Effect.CountRecovered it -> copied += (int) it.copies();
      default -> {}
    }
  }

  private static void carryOut(Target target, Effect effect) {
    switch (effect) {
      case Effect.Answer answer -> target.back.add(answer.message());
      case Effect.AskSlot ask -> {
        assertThat(ask.slot()).isEqualTo(Slot.REPLICA);
        if (ask.token() != target.slotHeld) {
          target.slotAsked = ask.token();
        }
      }
      case Effect.EndSlot _ -> {
        target.slotAsked = 0;
        target.slotHeld = 0;
      }
      default -> {}
    }
  }

  /** Nothing breaks any more: all replicas get all objects, and no OSD holds a slot then. */
  void finish() {
    primary.setRoom(true);
    targets.values().forEach(it -> it.harness.setRoom(true));
    for (int i = 0; i < 3_000 && !isOver(); i++) {
      primary.pass(RETRY_NANOS);
      recovery.onTick();
      shard();
      collect();
      primary.settle();
      collect();
      targets.values().forEach(it -> it.harness.settle());
      collect();
      for (int k = 0; k < 8; k++) {
        deliver();
        collect();
      }
      targets.values().forEach(Target::check);
    }
    assertThat(recovery.isWhole()).isTrue();
    assertThat(whole).isPositive();
    assertThat(lost).isEmpty();
    assertThat(primary.replica.missing()).isEmpty();
    assertThat(primary.store.versions()).isEqualTo(history.getLast());
    for (Target target : targets.values()) {
      assertThat(target.harness.replica.isWhole()).isTrue();
      assertThat(target.harness.replica.missing()).isEmpty();
      assertThat(target.harness.store.contents()).isEqualTo(primary.store.contents());
      assertThat(target.slotHeld).isZero();
    }
    assertThat(slotHeld).isZero();
    assertThat(openTurns).isEmpty();
    history
        .getLast()
        .keySet()
        .forEach(it -> {
          assertThat(recovery.isWritable(it)).isTrue();
          assertThat(recovery.isRecovering(it)).isFalse();
          assertThat(recovery.notBackfilled(it)).isEmpty();
        });
    assertThat(recovery.wholeReplicas()).isEqualTo(3);
    assertThat(recovery.view().missing(10)).isEmpty();
    assertThat(recovery.view().stuckFor()).isEmpty();
  }

  private boolean isOver() {
    return recovery.isWhole()
        && targets.values().stream().allMatch(it -> it.there.isEmpty() && it.back.isEmpty())
        && targets.values().stream().allMatch(it -> it.harness.replica.isWhole());
  }
}
