package io.pando.osd.pg.scrub;

import static io.pando.osd.pg.scrub.ScrubPair.ask;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.ClusterFlag;
import io.pando.cluster.PositionRange;
import io.pando.cluster.Replication;
import io.pando.group.ScrubKind;
import io.pando.group.ScrubRecord;
import io.pando.message.ScrubMessage.Check;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.replica.Membership;
import io.pando.osd.pg.replica.ScrubLimits;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.Slot;
import java.util.List;
import java.util.TreeSet;

/** A primary that leads scrubs of a group with three objects in leaf 2, three in 3 and one in 9. */
final class LedScrub {
  private static final int LEAF = 1 << 28;
  static final int ORDERED = 2;
  static final Effect END = new Effect.EndSlot(Slot.SCRUB);

  final ScrubPair pair;
  boolean clean = true;
  PrimaryScrub lead;

  LedScrub(ScrubLimits limits) {
    pair = new ScrubPair(limits);
    pair.put(2, 3);
    pair.put(3, 3);
    pair.put(9, 1);
    pair.begin();
    lead = lead();
  }

  private PrimaryScrub lead() {
    PrimaryScrub made =
        new PrimaryScrub(
            pair.here.replica(), pair.replication, pair.recovery, pair.memory, () -> clean);
    pair.round = made.round;
    pair.member = made.round.member();
    return made;
  }

  /** The next interval begins, with the same primary. */
  void beginInterval() {
    lead.onIntervalEnded();
    pair.renew();
    lead = lead();
  }

  /** The cluster has these flags, within the interval. */
  void flags(ClusterFlag... flags) {
    Membership now = pair.here.replica().membership();
    pair.here
        .replica()
        .enter(
            Maps.of(
                now.mapping().up().osds(),
                now.mapping().acting().osds(),
                Replication.PRIMARY,
                now.map().epoch(),
                new TreeSet<>(List.of(flags))),
            pair.here.replica().info().history());
    pair.here.group.settle();
    effects();
  }

  boolean isHeld() {
    return lead.phase.isHeld();
  }

  ScrubRecord record() {
    return pair.here.replica().scrub();
  }

  List<Effect> effects() {
    List<Effect> wanted = pair.effects();
    lead.invariants();
    return wanted;
  }

  /** Since the first tick scrubs are due. */
  void decide() {
    lead.onTick(1_000);
    effects();
  }

  static Effect slot(long token, int priority) {
    return new Effect.AskSlot(Slot.SCRUB, token, priority);
  }

  static PositionRange leaves(int from, int last) {
    return new PositionRange(from * LEAF, last * LEAF + LEAF - 1);
  }

  static Effect check(long number, int from, int last, boolean deep) {
    return ask(number, new Check(leaves(from, last), deep));
  }

  void answer(long number, int from, int last, boolean deep) {
    pair.answer(number, new Check(leaves(from, last), deep));
  }

  /** An ordered scrub has its slot, and all that it wanted for that is dropped. */
  void hold(ScrubKind kind) {
    decide();
    assertThat(lead.order(kind)).isOne();
    lead.onSlot(1);
  }
}
