package io.pando.osd.pg.scrub;

import io.pando.group.LogEntry;
import io.pando.group.ScrubRecord;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.message.ScrubMessage.AskScrub;
import io.pando.message.ScrubMessage.RememberScrub;
import io.pando.message.ScrubMessage.ScrubAnswer;
import io.pando.message.ScrubMessage.ScrubResult;
import io.pando.message.ScrubMessage.ScrubTask;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.harness.TreeHarness;
import io.pando.osd.pg.recovery.Recovery;
import io.pando.osd.pg.repair.ReplicaReturns;
import io.pando.osd.pg.replica.ScrubLimits;
import io.pando.osd.pg.replication.PrimaryReplication;
import io.pando.osd.pg.roots.DurableHeads;
import io.pando.osd.pg.step.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * A primary that scrubs, with its recovery, and what the other member would find. Their trees have
 * sixteen leaves.
 */
final class ScrubPair {
  static final MemberId HERE = MemberId.of(new OsdId(0));
  static final MemberId THERE = MemberId.of(new OsdId(1));

  final TreeHarness here;
  final TreeHarness there;
  final ScrubMemory memory = new ScrubMemory();
  final PrimaryReplication replication;
  ScrubMember member;
  Recovery recovery;
  ScrubRound round;

  /** Objects that may be updated again. */
  final List<ObjectId> available = new ArrayList<>();

  private final ScrubMember other;

  ScrubPair(ScrubLimits limits) {
    here = new TreeHarness(ScrubModel.config(limits));
    there = new TreeHarness(ScrubModel.config(limits));
    other = new ScrubMember(there.replica(), new ScrubMemory());
    replication = new PrimaryReplication(here.replica(), new DurableHeads());
    recovery =
        new Recovery(
            here.replica(),
            new PrimaryReplication(here.replica(), new DurableHeads()),
            new Heard(),
            new ReplicaReturns(_ -> {}));
    member = new ScrubMember(here.replica(), memory);
    round = new ScrubRound(here.replica(), member, memory);
  }

  /** All is recovered. */
  void recover() {
    recovery =
        new Recovery(
            here.replica(),
            new PrimaryReplication(here.replica(), new DurableHeads()),
            new Heard(),
            new ReplicaReturns(_ -> {}));
  }

  /** The next interval begins: what was asked in the one before is not answered. */
  void beginInterval() {
    member.onIntervalEnded();
    renew();
  }

  /** The same after everything of the interval before was ended. */
  void renew() {
    here.replica().onIntervalEnded();
    member = new ScrubMember(here.replica(), memory);
    round = new ScrubRound(here.replica(), member, memory);
  }

  private final class Heard implements Recovery.Listener {
    @Override
    public void onAvailable(ObjectId object) {
      available.add(object);
    }

    @Override
    public void onLost(ObjectId object, String what) {
      throw new AssertionError(what);
    }

    @Override
    public void onWhole() {
      // A test asks recovery itself.
    }
  }

  /** Both have the same objects, and the group serves. */
  void begin() {
    here.replaceTree(TreeHarness.DEPTH);
    there.replaceTree(TreeHarness.DEPTH);
    replication.begin();
    recovery.addPeer(THERE, here.replica().info(), new TreeMap<>());
    recovery.begin();
    here.group.settle();
    here.group.effects();
  }

  /** Objects of a leaf that both have, and of which no log tells. */
  void put(int leaf, int count) {
    here.put(leaf, count);
    there.put(leaf, count);
  }

  /** An update of an object, or its removal, by the logs of both. */
  Version update(ObjectId object, LogEntry.Kind kind) {
    here.update(object, kind);
    there.update(object, kind);
    here.group.settle();
    there.group.settle();
    return here.replica().log().head();
  }

  /** What the primary wants done, apart from its own looking, which is carried out. */
  List<Effect> effects() {
    List<Effect> wanted = new ArrayList<>();
    for (List<Effect> some = here.group.effects();
        !some.isEmpty() || here.group.reads() + here.group.submitted() > 0;
        some = here.group.effects()) {
      for (Effect effect : some) {
        switch (effect) {
          case Effect.AskTurn it when PrimaryScrub.isTurnOf(it.token()) ->
              member.onTurn(it.token());
          case Effect.EndTurn it when PrimaryScrub.isTurnOf(it.token()) -> {}
          case Effect.CountScrubbed _ -> {}
          default -> wanted.add(effect);
        }
      }
      here.group.settle();
    }
    return wanted;
  }

  /** What the other member would answer. */
  ScrubResult answer(ScrubTask task) {
    List<ScrubResult> results = new ArrayList<>();
    other.carryOut(task, results::add);
    while (results.isEmpty()) {
      for (Effect.AskTurn it : there.group.effects(Effect.AskTurn.class)) {
        other.onTurn(it.token());
      }
      there.group.settle();
    }
    return results.getFirst();
  }

  /** It answers. */
  void answer(long number, ScrubTask task) {
    answer(number, answer(task));
  }

  /** It answers so. */
  void answer(long number, ScrubResult result) {
    round.onAnswer(THERE, new ScrubAnswer(Maps.GROUP, Maps.EPOCH, number, result));
  }

  static Effect ask(long number, ScrubTask task) {
    return new Effect.Send(THERE, new AskScrub(Maps.GROUP, Maps.EPOCH, number, task));
  }

  static Effect remember(ScrubRecord record) {
    return new Effect.Send(THERE, new RememberScrub(Maps.GROUP, Maps.EPOCH, record));
  }

  static Effect report(String what) {
    return new Effect.Report(Maps.GROUP + ": " + what);
  }

  /** Answers all that is asked until nothing is, and tells what the primary wanted done. */
  List<Effect> run() {
    List<Effect> all = new ArrayList<>();
    for (List<Effect> some = effects(); !some.isEmpty(); some = effects()) {
      all.addAll(some);
      for (Effect effect : some) {
        if (effect instanceof Effect.Send(MemberId _, AskScrub asked)) {
          answer(asked.number(), asked.task());
        }
      }
    }
    return all;
  }
}
