package io.pando.osd.pg.scrub;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Replication;
import io.pando.group.LogEntry;
import io.pando.group.ScrubKind;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.merkle.TreeDepth;
import io.pando.message.Message;
import io.pando.message.RecoveryMessage;
import io.pando.message.ReplicationMessage;
import io.pando.message.ScrubMessage;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.op.OpLimits;
import io.pando.osd.pg.recovery.Recovery;
import io.pando.osd.pg.recovery.ReplicaRecovery;
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
import io.pando.report.group.CopyFault;
import io.pando.report.group.InconsistentObject;
import io.pando.store.StoreOp;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Three members of a clean group, of which some have copies that they should not have. */
final class ScrubModel {
  private static final MemberId PRIMARY = MemberId.of(new OsdId(0));
  private static final int OBJECTS = 12;

  private static GroupConfig config(boolean repairs) {
    return config(new ScrubLimits(0, 0, 0, 4, 3, repairs));
  }

  /** Small batches, small trees, and scrubs as given. */
  static GroupConfig config(ScrubLimits limits) {
    return new GroupConfig(
        new GroupConfig.LogLimits(10_000, 1 << 24, 400, 1 << 20),
        new GroupConfig.WaitLimits(50, 100),
        OpLimits.defaults(),
        new RecoveryLimits(
            4_096,
            1_024,
            new RecoveryLimits.BatchLimits(3, 6_000, 2),
            4,
            new RecoveryLimits.IndexLimits(100, 8),
            true),
        new TreeDepth(0, 4),
        limits);
  }

  /** One member; all but the first are asked by it. */
  private static final class Member {
    final MemberId id;
    final GroupHarness harness;
    final ReplicaRecovery guest;
    final PrimaryReplication replication;
    final Recovery recovery;
    final PrimaryScrub scrub;
    final ReplicaScrub asked;
    final Deque<Runnable> shard = new ArrayDeque<>();
    final Deque<Message> there = new ArrayDeque<>();
    final Deque<Message> back = new ArrayDeque<>();

    Member(MemberId id, boolean repairs) {
      this.id = id;
      harness = new GroupHarness(id.osd(), Maps.of(3, Replication.PRIMARY), config(repairs));
      guest = new ReplicaRecovery(harness.replica);
      replication = new PrimaryReplication(harness.replica, new DurableHeads());
      recovery =
          new Recovery(
              harness.replica,
              new PrimaryReplication(harness.replica, new DurableHeads()),
              new Listener(this),
              new ReplicaReturns(_ -> {}));
      ScrubMemory memory = new ScrubMemory();
      scrub = new PrimaryScrub(harness.replica, replication, recovery, memory, recovery::isWhole);
      asked = new ReplicaScrub(harness.replica, memory);
    }

    void grant(Slot slot, long token) {
      switch (slot) {
        case PRIMARY -> recovery.onSlot(token, true);
        case REPLICA -> guest.onSlot(token, true);
        case SCRUB -> scrub.onSlot(token);
        case SCRUB_REPLICA -> asked.onSlot(token);
      }
    }

    void turn(long token) {
      if (!PrimaryScrub.isTurnOf(token)) {
        recovery.onTurn(token);
      } else if (id.equals(PRIMARY)) {
        scrub.onTurn(token);
      } else {
        asked.onTurn(token);
      }
    }
  }

  private record Listener(Member of) implements Recovery.Listener {
    @Override
    public void onAvailable(ObjectId object) {}

    @Override
    public void onLost(ObjectId object, String what) {
      throw new AssertionError(what);
    }

    @Override
    public void onWhole() {
      of.scrub.onWhole();
    }
  }

  private final Random64 random;
  private final SortedMap<MemberId, Member> members = new TreeMap<>();
  private final SortedMap<ObjectId, InconsistentObject.BadCopy> planted = new TreeMap<>();
  private long slotsHeld;
  long found;
  long repaired;
  private long wallMillis = 1_000;

  ScrubModel(long seed, boolean repairs) {
    random = new Random64(seed);
    Maps.first(3).stream()
        .map(MemberId::of)
        .forEach(id -> members.put(id, new Member(id, repairs)));
    for (int i = 0; i < OBJECTS + random.nextInt(10); i++) {
      update();
    }
    Member lead = lead();
    lead.replication.begin();
    members
        .values()
        .forEach(member -> {
          member.harness.settle();
          if (member != lead) {
            lead.recovery.addPeer(member.id, member.harness.replica.info(), new TreeMap<>());
          }
        });
    lead.recovery.begin();
  }

  private Member lead() {
    return member(PRIMARY);
  }

  private Member member(MemberId osd) {
    Member member = members.get(osd);
    if (member == null) {
      throw new AssertionError("no " + osd);
    }
    return member;
  }

  private void update() {
    Member lead = lead();
    String name = "o" + random.nextInt(OBJECTS);
    ObjectId object = GroupHarness.object(name);
    if (!lead.recovery.isWritable(object) || planted.containsKey(object)) {
      return;
    }
    long sequence = lead.harness.replica.log().head().counter() + 1;
    ReplicationMessage.Update it = lead.harness.update(name, new RequestId(9, sequence));
    for (Member member : members.values()) {
      member.harness.replica.append(it, Version.ZERO, Awaiting.nothing());
    }
    lead.recovery.onChanged(object, it.entry().version());
  }

  // What is wrong

  /** Damages one copy of some objects. */
  void plant(boolean deep) {
    for (ObjectId object : lead().harness.store.ids()) {
      if (random.oneIn(4)) {
        plant(object, member(MemberId.of(new OsdId(random.nextInt(3)))), deep);
      }
    }
    if (random.nextBoolean()) {
      Member member = member(MemberId.of(new OsdId(random.nextInt(3))));
      ObjectId extra = GroupHarness.object("extra");
      member.harness.put(extra, new Version(1, 1), "extra");
      note(extra, member, CopyFault.EXTRA);
    }
  }

  private void plant(ObjectId object, Member member, boolean deep) {
    Version version =
        member.harness.replica.log().newestOf(object).map(LogEntry::version).orElseThrow();
    switch (random.nextInt(deep ? 4 : 2)) {
      case 0 -> {
        member.harness.store.apply(List.of(new StoreOp.Remove(GroupHarness.COLLECTION, object)));
        note(object, member, CopyFault.MISSING);
      }
      case 1 -> {
        member.harness.put(object, new Version(1, 1), "old");
        note(object, member, CopyFault.OLDER);
      }
      case 2 -> {
        member.harness.store.damaged.add(object);
        note(object, member, CopyFault.DAMAGED);
      }
      default -> {
        String right = object.name() + " " + version;
        member.harness.put(object, version, "x".repeat(right.length()));
        note(object, member, CopyFault.BYTES);
      }
    }
  }

  private void note(ObjectId object, Member member, CopyFault fault) {
    planted.put(
        object, new InconsistentObject.BadCopy(member.id, new TreeSet<>(List.of(fault)), ""));
  }

  int planted() {
    return planted.size();
  }

  // What happens

  long order(ScrubKind kind) {
    lead().scrub.onTick(wallMillis);
    collect();
    long number = lead().scrub.order(kind);
    collect();
    return number;
  }

  boolean isOver(long number) {
    return lead().harness.replica.scrub().finished() >= number && lead().recovery.isWhole();
  }

  void step() {
    Member member = member(MemberId.of(new OsdId(random.nextInt(3))));
    switch (random.nextInt(8)) {
      case 0, 1, 2 -> {
        if (member.harness.reads() > 0 && random.nextBoolean()) {
          member.harness.answer();
        } else if (member.harness.submitted() > 0) {
          member.harness.report();
        }
      }
      case 3, 4 -> deliver(member);
      case 5 -> {
        Runnable next = member.shard.pollFirst();
        if (next != null) {
          next.run();
        }
      }
      case 6 -> tick();
      default -> rare(member);
    }
    collect();
  }

  private void tick() {
    lead().harness.pass(50);
    wallMillis += 1;
    lead().recovery.onTick();
    lead().scrub.onTick(wallMillis);
  }

  private void rare(Member member) {
    if (random.oneIn(3)) {
      update();
    } else if (random.oneIn(6) && member != lead()) {
      member.there.clear();
      member.back.clear();
      lead().recovery.onReset(member.id);
      lead().scrub.onReset(member.id);
    }
  }

  private void deliver(Member member) {
    Message asked = member.there.pollFirst();
    if (asked != null) {
      hear(member, asked);
    }
    Message told = member.back.pollFirst();
    if (told != null) {
      hear(member.id, told);
    }
  }

  private static void hear(Member member, Message message) {
    var via = GroupHarness.stream(PRIMARY.osd());
    switch (message) {
      case ScrubMessage.AskScrub it -> member.asked.onAsk(via, it);
      case ScrubMessage.RememberScrub it -> member.asked.onRemember(it);
      case RecoveryMessage.Pull it -> member.guest.onPull(via, it);
      case RecoveryMessage.Push it -> member.guest.onPush(via, it);
      case RecoveryMessage.AskSignatures it -> member.guest.onAskSignatures(via, it);
      case RecoveryMessage.Reserve it -> member.guest.onReserve(via, it);
      case RecoveryMessage.Release it -> member.guest.onRelease(it);
      default -> throw new AssertionError(message);
    }
  }

  private void hear(MemberId from, Message message) {
    Member lead = lead();
    switch (message) {
      case ScrubMessage.ScrubAnswer it -> lead.scrub.onAnswer(from, it);
      case RecoveryMessage.Push it -> lead.recovery.onMessage(from, it);
      case RecoveryMessage.Pushed it -> lead.recovery.onMessage(from, it);
      case RecoveryMessage.PushFailed it -> lead.recovery.onMessage(from, it);
      case RecoveryMessage.Signatures it -> lead.recovery.onMessage(from, it);
      case RecoveryMessage.Reserved it -> lead.recovery.onMessage(from, it);
      default -> throw new AssertionError(message);
    }
  }

  private void collect() {
    for (Member member : members.values()) {
      for (Effect effect : member.harness.effects()) {
        carryOut(member, effect);
      }
    }
  }

  private void carryOut(Member member, Effect effect) {
    switch (effect) {
      case Effect.Send send -> member(send.to()).there.add(send.message());
      case Effect.Answer answer -> member.back.add(answer.message());
      case Effect.AskSlot ask -> {
        slotsHeld += ask.slot() == Slot.SCRUB ? 1 : 0;
        member.shard.add(() -> member.grant(ask.slot(), ask.token()));
      }
      case Effect.EndSlot end -> slotsHeld -= end.slot() == Slot.SCRUB ? 1 : 0;
      case Effect.AskTurn ask -> member.shard.add(() -> member.turn(ask.token()));
      case Effect.CountInconsistent count -> {
        found += count.found();
        repaired += count.repaired();
      }
      default -> {}
    }
  }

  // What must hold

  /** The planted faults, and no others, are reported. */
  void checkFindings() {
    SortedMap<ObjectId, InconsistentObject.BadCopy> told = new TreeMap<>();
    for (InconsistentObject it : lead().scrub.report().inconsistent()) {
      assertThat(it.provable()).isTrue();
      assertThat(it.bad()).hasSize(1);
      InconsistentObject.BadCopy bad = it.bad().getFirst();
      told.put(it.object(), new InconsistentObject.BadCopy(bad.member(), bad.faults(), ""));
      assertThat(it.version())
          .isEqualTo(
              lead()
                  .harness
                  .replica
                  .log()
                  .newestOf(it.object())
                  .map(LogEntry::version)
                  .orElse(Version.ZERO));
    }
    assertThat(told).isEqualTo(planted);
  }

  /** All have the same again, and the trees tell it. */
  void checkRepaired() {
    for (int i = 0; i < 2_000; i++) {
      step();
    }
    tick();
    collect();
    assertThat(lead().scrub.found().inconsistent()).isZero();
    assertThat(slotsHeld).isZero();
    assertThat(lead().scrub.running()).isEqualTo(ScrubKind.NONE);
    for (Member member : members.values()) {
      member.harness.settle();
      assertThat(member.harness.store.contents()).isEqualTo(lead().harness.store.contents());
      assertThat(member.harness.store.damaged).isEmpty();
      assertThat(member.harness.replica.missing()).isEmpty();
      assertThat(member.harness.store.ids()).doesNotContain(GroupHarness.object("extra"));
    }
  }
}
