package io.pando.osd.pg.scrub;

import static io.pando.osd.pg.scrub.LedScrub.END;
import static io.pando.osd.pg.scrub.LedScrub.check;
import static io.pando.osd.pg.scrub.LedScrub.leaves;
import static io.pando.osd.pg.scrub.LedScrub.slot;
import static io.pando.osd.pg.scrub.ScrubPair.THERE;
import static io.pando.osd.pg.scrub.ScrubPair.ask;
import static io.pando.osd.pg.scrub.ScrubPair.remember;
import static io.pando.osd.pg.scrub.ScrubPair.report;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Replication;
import io.pando.group.LogEntry;
import io.pando.group.ScrubKind;
import io.pando.group.ScrubRecord;
import io.pando.group.ScrubRecord.Found;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.merkle.Digest;
import io.pando.message.ScrubMessage.AskScrub;
import io.pando.message.ScrubMessage.Check;
import io.pando.message.ScrubMessage.Checked;
import io.pando.message.ScrubMessage.CompareTree;
import io.pando.message.ScrubMessage.Examine;
import io.pando.message.ScrubMessage.Items;
import io.pando.message.ScrubMessage.ListItems;
import io.pando.message.ScrubMessage.TreeCompared;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.harness.TreeHarness;
import io.pando.osd.pg.replica.ScrubLimits;
import io.pando.osd.pg.step.Effect;
import io.pando.report.RepairCounts;
import io.pando.report.group.SessionCost;
import io.pando.store.StoreOp;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a scrub finds, and what becomes of it. */
class ScrubResultsTest {
  private static final int LEAF = 1 << 28;

  /** Roughly what the number of a part takes. */
  private static final int PART_BYTES = 3;

  private final LedScrub scrub = new LedScrub(new ScrubLimits(0, 0, 0, 4, 3, false));

  private static Effect compared(long rounds, long bytes, long digests, long listed) {
    return new Effect.CountRepair(RepairCounts.compared(rounds, bytes, digests, listed));
  }

  /** The other member has no copy, and its tree says so. */
  private void loseThere(ObjectId object) {
    scrub.pair.there.group.store.apply(
        List.of(new StoreOp.Remove(GroupHarness.COLLECTION, object)));
    scrub.pair.there.replaceTree(TreeHarness.DEPTH);
  }

  /** What another primary found counts until all of it was read once more. */
  @Test
  void anotherPrimaryGoesOnFromWhatIsRemembered() {
    Found former = new Found(2, 1, 3);
    ScrubRecord told =
        ScrubRecord.NEVER.dueSince(1_000).begun(ScrubKind.DEEP, 3 * LEAF).with(former);
    scrub.pair.here.replica().noteScrub(told);
    assertThat(scrub.lead.found()).isEqualTo(former);
    scrub.lead.onTick(1_000);
    assertThat(scrub.effects()).containsExactly(slot(1, 1));
    assertThat(scrub.lead.found()).isEqualTo(former);
    scrub.lead.onSlot(1);
    assertThat(scrub.effects()).containsExactly(check(1, 3, 8, true));
    scrub.answer(1, 3, 8, true);
    scrub.pair.run();
    assertThat(scrub.record().finished()).isOne();
    assertThat(scrub.lead.found()).as("it has not led it from the start").isEqualTo(former);
    scrub.lead.order(ScrubKind.LIGHT);
    scrub.lead.onSlot(2);
    scrub.pair.run();
    assertThat(scrub.lead.found()).isEqualTo(new Found(2, 1, 0));
    scrub.lead.order(ScrubKind.DEEP);
    scrub.lead.onSlot(3);
    scrub.pair.run();
    assertThat(scrub.lead.found()).isEqualTo(Found.NOTHING);
    assertThat(scrub.record().found()).isEqualTo(Found.NOTHING);
    assertThat(scrub.record().finished()).isEqualTo(3);
  }

  @Test
  void wrongLeavesAreReportedAndRemembered() {
    scrub.hold(ScrubKind.LIGHT);
    scrub.effects();
    Checked right = (Checked) scrub.pair.answer(new Check(leaves(0, 2), false));
    scrub.pair.answer(1, new Checked(right.items(), 0, 2));
    assertThat(scrub.effects())
        .containsExactly(
            report("osd.1: 2 wrong leaves in its hash tree"),
            remember(scrub.record()),
            check(2, 3, 15, false));
    assertThat(scrub.record().found()).isEqualTo(new Found(0, 0, 2));
    assertThat(scrub.lead.found()).isEqualTo(new Found(0, 0, 2));
  }

  @Test
  void whatIsInconsistentIsToldOnceAndLookedAtAgain() {
    ObjectId lost = TreeHarness.in(2, 9);
    Version version = scrub.pair.update(lost, LogEntry.Kind.MODIFY);
    scrub.effects();
    loseThere(lost);
    scrub.hold(ScrubKind.LIGHT);
    scrub.effects();
    scrub.answer(1, 0, 2, false);
    assertThat(scrub.effects()).containsExactly(ask(2, new ListItems(null)));
    scrub.pair.answer(2, new ListItems(null));
    assertThat(scrub.effects()).containsExactly(ask(3, new Examine(List.of(lost))));
    scrub.pair.answer(3, new Examine(List.of(lost)));
    assertThat(scrub.effects())
        .filteredOn(effect -> !(effect instanceof Effect.Report))
        .containsExactly(
            new Effect.CountInconsistent(1, 0), remember(scrub.record()), check(4, 3, 15, false));
    assertThat(scrub.record().found()).isEqualTo(new Found(1, 0, 0));
    assertThat(scrub.lead.report().lastFound()).isOne();
    assertThat(scrub.lead.report().inconsistent())
        .singleElement()
        .satisfies(it -> {
          assertThat(it.object()).isEqualTo(lost);
          assertThat(it.version()).isEqualTo(version);
        });
    scrub.answer(4, 3, 15, false);
    assertThat(scrub.effects())
        .contains(report("light scrub ends, 1 inconsistent objects"))
        .doesNotContain(ask(5, new Examine(List.of(lost))));
    scrub.pair.there.group.put(lost, version, "four");
    scrub.pair.there.replaceTree(TreeHarness.DEPTH);
    scrub.lead.order(ScrubKind.PREVIEW);
    scrub.lead.onSlot(2);
    assertThat(scrub.pair.run())
        .as("it is right by now")
        .contains(ask(6, new Examine(List.of(lost))))
        .contains(report("preview scrub ends, 0 inconsistent objects"));
    assertThat(scrub.lead.found()).isEqualTo(Found.NOTHING);
    assertThat(scrub.lead.report().lastFound()).isZero();
  }

  @Test
  void aRepairIsCountedOnceNobodyWorksOnIt() {
    ObjectId lost = TreeHarness.in(2, 9);
    scrub.pair.update(lost, LogEntry.Kind.MODIFY);
    loseThere(lost);
    scrub.hold(ScrubKind.REPAIR);
    assertThat(scrub.pair.run()).contains(new Effect.CountInconsistent(1, 0));
    assertThat(scrub.pair.recovery.isRecovering(lost)).isTrue();
    scrub.lead.onWhole();
    assertThat(scrub.effects()).as("it is being repaired").isEmpty();
    assertThat(scrub.lead.found()).isEqualTo(new Found(1, 0, 0));
    scrub.pair.recover();
    scrub.beginInterval();
    scrub.effects();
    scrub.lead.onTick(1_001);
    assertThat(scrub.effects())
        .containsExactly(
            new Effect.CountInconsistent(0, 1), report("1 inconsistent objects repaired"));
    assertThat(scrub.lead.found()).isEqualTo(Found.NOTHING);
    scrub.lead.onTick(1_002);
    assertThat(scrub.effects()).isEmpty();
  }

  @Test
  void itemsAreComparedPageByPage() {
    scrub.hold(ScrubKind.LIGHT);
    scrub.effects();
    Items all = (Items) items();
    scrub.pair.answer(1, new Checked(Digest.EMPTY, 0, 0));
    assertThat(scrub.effects()).containsExactly(ask(2, new ListItems(null)));
    scrub.pair.answer(2, new Items(all.items().subList(0, 2), true));
    assertThat(scrub.effects()).containsExactly(ask(3, new ListItems(all.items().get(1).object())));
    scrub.pair.answer(3, new Items(all.items().subList(2, 3), false));
    assertThat(scrub.effects()).containsExactly(check(4, 3, 15, false));
  }

  private Object items() {
    scrub.pair.answer(new Check(leaves(0, 2), false));
    return scrub.pair.answer(new ListItems(null));
  }

  @Test
  void equalItemsThatAreDamagedAreLookedAt() {
    scrub.hold(ScrubKind.LIGHT);
    scrub.effects();
    Checked right = (Checked) scrub.pair.answer(new Check(leaves(0, 2), false));
    scrub.pair.answer(1, new Checked(right.items(), 1, 0));
    assertThat(scrub.effects()).containsExactly(ask(2, new ListItems(null)));
  }

  /** An object in leaf 9 differs: this leaf is listed, and no other. */
  @Test
  void aSessionListsWhatTreesTellApart() {
    scrub.pair.there.update(TreeHarness.in(9, 7), LogEntry.Kind.MODIFY);
    scrub.pair.there.group.settle();
    scrub.decide();
    scrub.lead.order(ScrubKind.PREVIEW);
    scrub.effects();
    scrub.lead.onSlot(1);
    List<Effect> wanted = scrub.effects();
    assertThat(wanted).contains(new Effect.CountRepair(RepairCounts.session()));
    assertThat(scrub.lead.isUnderWay()).isTrue();
    long number = 1;
    long bytes = 0;
    while (!wanted.contains(check(number, 9, 9, false))) {
      CompareTree asked = question(wanted);
      long digests = asked.digests().size();
      long sent = Long.BYTES * digests + PART_BYTES * (long) asked.parts().size();
      assertThat(wanted).contains(compared(1, sent, digests, 0), ask(number, asked));
      TreeCompared told = (TreeCompared) scrub.pair.answer(asked);
      long heard = PART_BYTES * (long) told.differing().size();
      bytes += sent + heard;
      scrub.pair.answer(number++, told);
      wanted = scrub.effects();
      assertThat(wanted).contains(compared(0, heard, 0, 0));
    }
    SessionCost soFar = scrub.lead.report().session();
    assertThat(soFar).isEqualTo(new SessionCost(number - 1, bytes, 0, 0));
    scrub.pair.answer(number, new Check(leaves(9, 9), false));
    assertThat(scrub.effects())
        .containsExactly(compared(0, 0, 0, 3), ask(number + 1, new ListItems(null)));
    assertThat(scrub.lead.report().session()).isEqualTo(soFar.plus(new SessionCost(0, 0, 1, 3)));
    scrub.pair.answer(number + 1, new ListItems(null));
    assertThat(scrub.pair.run())
        .contains(report("preview scrub ends, 1 inconsistent objects"), END);
    assertThat(scrub.record().comparedMillis()).isEqualTo(1_000);
    assertThat(scrub.record().past().lightMillis()).isZero();
  }

  /** The other member is gone: no member is asked, and the session is over at once. */
  @Test
  void aSessionBeginsAnewWithAnInterval() {
    scrub.hold(ScrubKind.SESSION);
    assertThat(question(scrub.effects()).parts()).isNotEmpty();
    scrub.beginInterval();
    scrub.effects();
    assertThat(scrub.lead.isUnderWay()).isFalse();
    scrub
        .pair
        .here
        .replica()
        .enter(Maps.of(1, Replication.PRIMARY), scrub.pair.here.replica().info().history());
    scrub.effects();
    scrub.lead.onTick(1_001);
    scrub.lead.onSlot(2);
    assertThat(scrub.effects())
        .containsExactly(
            slot(2, 1),
            new Effect.CountRepair(RepairCounts.session()),
            report("session scrub ends, 0 inconsistent objects"),
            END);
    assertThat(scrub.lead.report().session()).isEqualTo(SessionCost.NOTHING);
  }

  private static CompareTree question(List<Effect> effects) {
    for (Effect effect : effects) {
      if (effect instanceof Effect.Send(var to, AskScrub ask)) {
        assertThat(to).isEqualTo(THERE);
        return (CompareTree) ask.task();
      }
    }
    throw new AssertionError(effects);
  }
}
