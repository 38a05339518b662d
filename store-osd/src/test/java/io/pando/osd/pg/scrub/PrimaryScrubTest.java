package io.pando.osd.pg.scrub;

import static io.pando.osd.pg.scrub.LedScrub.END;
import static io.pando.osd.pg.scrub.LedScrub.ORDERED;
import static io.pando.osd.pg.scrub.LedScrub.check;
import static io.pando.osd.pg.scrub.LedScrub.slot;
import static io.pando.osd.pg.scrub.ScrubPair.ask;
import static io.pando.osd.pg.scrub.ScrubPair.remember;
import static io.pando.osd.pg.scrub.ScrubPair.report;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.ClusterFlag;
import io.pando.group.ScrubKind;
import io.pando.group.ScrubRecord;
import io.pando.group.ScrubRecord.Found;
import io.pando.message.ScrubMessage.AskScrub;
import io.pando.message.ScrubMessage.Check;
import io.pando.osd.pg.replica.ScrubLimits;
import io.pando.osd.pg.step.Effect;
import io.pando.report.group.GroupScrub;
import io.pando.report.group.SessionCost;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * When a primary scrubs, part by part: four objects are looked at together, or three when they are
 * read.
 */
class PrimaryScrubTest {
  private static final int LEAF = 1 << 28;
  private static final long DAY = 1_000_000;

  private LedScrub scrub = new LedScrub(new ScrubLimits(0, 0, 0, 4, 3, false));

  @Test
  void aPrimaryNotesFromWhenOnScrubsAreDue() {
    assertThat(scrub.pair.memory.leads).isFalse();
    scrub.lead.onTick(1_000);
    assertThat(scrub.pair.memory.leads).isTrue();
    assertThat(scrub.record()).isEqualTo(ScrubRecord.NEVER.dueSince(1_000));
    assertThat(scrub.effects()).containsExactly(remember(scrub.record()));
    scrub.lead.onTick(1_001);
    assertThat(scrub.effects()).isEmpty();
  }

  @Test
  void nothingBeginsWhileTheGroupIsNotClean() {
    scrub.clean = false;
    scrub.lead.onTick(1_000);
    assertThat(scrub.effects()).isEmpty();
    assertThat(scrub.pair.memory.leads).isFalse();
    assertThat(scrub.lead.order(ScrubKind.DEEP)).isOne();
    assertThat(scrub.pair.memory.leads).as("it knows best what was ordered").isTrue();
    assertThat(scrub.effects())
        .containsExactly(remember(ScrubRecord.NEVER.ordered(ScrubKind.DEEP)));
    assertThat(scrub.lead.report().waitsFor()).isEqualTo("the group to be active and clean");
    scrub.clean = true;
    assertThat(scrub.lead.order(ScrubKind.LIGHT)).as("they come together").isOne();
    assertThat(scrub.effects()).as("nobody has decided what is due").hasSize(1);
    assertThat(scrub.record().ordered()).isEqualTo(ScrubKind.DEEP);
  }

  @Test
  void anOrderIsMoreUrgentThanWhatIsDue() {
    scrub.decide();
    assertThat(scrub.lead.report().waitsFor()).isEmpty();
    assertThat(scrub.lead.order(ScrubKind.LIGHT)).isOne();
    assertThat(scrub.effects()).containsExactly(remember(scrub.record()), slot(1, ORDERED));
    assertThat(scrub.lead.report().waitsFor()).isEqualTo("another group of this OSD that scrubs");
    scrub.lead.onTick(1_001);
    assertThat(scrub.effects()).as("it asks once").isEmpty();
    scrub = new LedScrub(new ScrubLimits(0, DAY, 0, 4, 3, false));
    scrub.decide();
    scrub.lead.onTick(1_000 + 2 * DAY);
    assertThat(scrub.effects()).containsExactly(slot(1, 1));
    assertThat(scrub.lead.report().waitsFor()).as("nothing was ordered, nothing runs").isEmpty();
  }

  @Test
  void aSlotThatIsNotWantedIsNotTaken() {
    scrub.decide();
    scrub.lead.onSlot(0);
    assertThat(scrub.isHeld()).isFalse();
    scrub.lead.order(ScrubKind.LIGHT);
    scrub.lead.onSlot(2);
    assertThat(scrub.isHeld()).isFalse();
    scrub.lead.onSlot(1);
    assertThat(scrub.isHeld()).isTrue();
    assertThat(scrub.lead.isUnderWay()).isTrue();
  }

  @Test
  void theWishForASlotIsGivenBack() {
    scrub.decide();
    scrub.lead.order(ScrubKind.LIGHT);
    scrub.effects();
    scrub.clean = false;
    scrub.lead.onTick(1_001);
    assertThat(scrub.effects()).containsExactly(END);
    assertThat(scrub.lead.report().waitsFor()).isEqualTo("the group to be active and clean");
    scrub.lead.onTick(1_002);
    assertThat(scrub.effects()).isEmpty();
    scrub.clean = true;
    assertThat(scrub.lead.report().waitsFor()).isEqualTo("the next check of due scrubs");
    scrub.lead.onSlot(1);
    assertThat(scrub.isHeld()).isFalse();
    scrub.lead.onTick(1_003);
    assertThat(scrub.effects()).containsExactly(slot(2, ORDERED));
  }

  private GroupScrub standing(int thousandths) {
    ScrubRecord told = scrub.record().with(scrub.lead.found());
    return new GroupScrub(told, thousandths, "", 0, List.of(), SessionCost.NOTHING);
  }

  @Test
  void aGroupIsLookedAtPartByPart() {
    scrub.decide();
    scrub.lead.order(ScrubKind.LIGHT);
    ScrubRecord begun = scrub.record().begun(ScrubKind.LIGHT, 0);
    scrub.effects();
    scrub.lead.onSlot(1);
    assertThat(scrub.effects())
        .containsExactly(remember(begun), report("light scrub begins"), check(1, 0, 2, false));
    assertThat(scrub.record()).isEqualTo(begun);
    assertThat(scrub.lead.report()).isEqualTo(standing(0));
    scrub.answer(1, 0, 2, false);
    assertThat(scrub.effects())
        .as("that it is so far is kept here")
        .containsExactly(check(2, 3, 15, false));
    assertThat(scrub.record()).isEqualTo(begun.markedAt(3 * LEAF).with(Found.NOTHING));
    assertThat(scrub.lead.report()).isEqualTo(standing(187));
    scrub.lead.onTick(1_500);
    assertThat(scrub.effects()).isEmpty();
    ScrubRecord before = scrub.record();
    scrub.answer(2, 3, 15, false);
    assertThat(scrub.record()).isEqualTo(before.ended(1_500).with(Found.NOTHING));
    assertThat(scrub.effects())
        .containsExactly(
            remember(scrub.record()), report("light scrub ends, 0 inconsistent objects"), END);
    assertThat(scrub.isHeld()).isFalse();
    assertThat(scrub.lead.isUnderWay()).isFalse();
    assertThat(scrub.lead.report()).isEqualTo(standing(0));
    scrub.lead.onTick(1_600);
    assertThat(scrub.effects()).isEmpty();
    assertThat(scrub.lead.order(ScrubKind.DEEP)).isEqualTo(2);
    assertThat(scrub.effects()).containsExactly(remember(scrub.record()), slot(2, ORDERED));
  }

  @Test
  void fewerAreReadTogether() {
    scrub.hold(ScrubKind.REPAIR);
    List<Effect> asked = new ArrayList<>(scrub.pair.run());
    asked.removeIf(effect ->
        !(effect instanceof Effect.Send(var _, AskScrub ask) && ask.task() instanceof Check));
    assertThat(asked)
        .containsExactly(check(1, 0, 2, true), check(2, 3, 8, true), check(3, 9, 15, true));
    assertThat(scrub.record().past().deepMillis()).isEqualTo(1_000);
    assertThat(scrub.record().past().lightMillis()).isEqualTo(1_000);
  }

  /** Every ten seconds the other member is told of a mark. */
  @Test
  void aMarkIsToldNowAndThen() {
    scrub.hold(ScrubKind.LIGHT);
    scrub.effects();
    scrub.pair.here.group.pass(10_000_000_001L);
    scrub.answer(1, 0, 2, false);
    assertThat(scrub.effects()).containsExactly(remember(scrub.record()), check(2, 3, 15, false));
  }

  @Test
  void aPartUnderWayEndsThoughTheGroupIsNotClean() {
    scrub.hold(ScrubKind.LIGHT);
    scrub.effects();
    scrub.clean = false;
    scrub.lead.onTick(1_001);
    assertThat(scrub.effects()).as("the slot is kept").isEmpty();
    scrub.answer(1, 0, 2, false);
    assertThat(scrub.effects()).isEmpty();
    assertThat(scrub.record().progress().mark()).isEqualTo(3 * LEAF);
    assertThat(scrub.lead.isUnderWay()).isFalse();
    assertThat(scrub.lead.report().waitsFor()).isEqualTo("the group to be active and clean");
    scrub.lead.onWhole();
    assertThat(scrub.effects()).isEmpty();
    scrub.clean = true;
    scrub.lead.onWhole();
    assertThat(scrub.effects()).containsExactly(check(2, 3, 15, false));
    scrub.clean = false;
    scrub.answer(2, 3, 15, false);
    assertThat(scrub.record().running()).isEqualTo(ScrubKind.NONE);
  }

  @Test
  void aSlotIsGivenBackBetweenParts() {
    scrub.hold(ScrubKind.LIGHT);
    scrub.clean = false;
    scrub.effects();
    scrub.answer(1, 0, 2, false);
    scrub.effects();
    scrub.lead.onTick(1_002);
    assertThat(scrub.effects()).containsExactly(END);
    scrub.clean = true;
    scrub.lead.onTick(1_003);
    assertThat(scrub.effects())
        .as("it runs, and is not ordered any more")
        .containsExactly(slot(2, 1));
    scrub.lead.onSlot(2);
    assertThat(scrub.effects()).containsExactly(check(2, 3, 15, false));
  }

  @Test
  void aNewIntervalGivesBackTheSlotAndGoesOnFromTheMark() {
    scrub.beginInterval();
    assertThat(scrub.effects()).isEmpty();
    scrub.hold(ScrubKind.LIGHT);
    scrub.effects();
    scrub.answer(1, 0, 2, false);
    scrub.effects();
    scrub.beginInterval();
    assertThat(scrub.effects()).contains(END);
    assertThat(scrub.pair.memory.leads).isTrue();
    assertThat(scrub.isHeld()).isFalse();
    assertThat(scrub.lead.isUnderWay()).isFalse();
    scrub.lead.onTick(1_001);
    assertThat(scrub.effects()).containsExactly(slot(2, 1));
    scrub.lead.onSlot(2);
    assertThat(scrub.effects()).containsExactly(check(3, 3, 15, false));
    scrub.pair.memory.onNotPrimary();
    assertThat(scrub.pair.memory.leads).isFalse();
  }

  @Test
  void whatAnOrderSupersedesEndsAtOnce() {
    scrub.hold(ScrubKind.LIGHT);
    scrub.effects();
    assertThat(scrub.lead.order(ScrubKind.DEEP)).as("it takes the place of this one").isOne();
    assertThat(scrub.effects()).containsExactly(remember(scrub.record()));
    ScrubRecord ordered = scrub.record();
    scrub.answer(1, 0, 2, false);
    assertThat(scrub.effects())
        .containsExactly(
            remember(ordered.begun(ScrubKind.DEEP, 0)),
            report("deep scrub begins"),
            check(2, 0, 2, true));
    assertThat(scrub.lead.order(ScrubKind.LIGHT)).as("that comes after it").isEqualTo(2);
    scrub.effects();
    scrub.answer(2, 0, 2, true);
    assertThat(scrub.effects()).containsExactly(check(3, 3, 8, true));
    scrub.answer(3, 3, 8, true);
    scrub.effects();
    scrub.answer(4, 9, 15, true);
    assertThat(scrub.effects())
        .containsSubsequence(
            report("deep scrub ends, 0 inconsistent objects"), END, slot(2, ORDERED));
  }

  /** A scrub that no operator ordered makes room for any order. */
  @Test
  void anOrderSupersedesWhatIsDue() {
    scrub = new LedScrub(new ScrubLimits(0, 0, DAY, 4, 3, false));
    scrub.decide();
    scrub.lead.onTick(1_000 + 2 * DAY);
    scrub.lead.onSlot(1);
    assertThat(scrub.effects()).contains(report("deep scrub begins"), check(1, 0, 2, true));
    assertThat(scrub.lead.order(ScrubKind.LIGHT)).isOne();
    scrub.effects();
    scrub.answer(1, 0, 2, true);
    assertThat(scrub.effects()).contains(report("light scrub begins"), check(2, 0, 2, false));
  }

  /** Between two parts: it continues from its mark once the flag is cleared. */
  @Test
  void aFlagSuspendsAScrubThatNoOperatorOrdered() {
    scrub = new LedScrub(new ScrubLimits(0, 0, DAY, 4, 3, false));
    scrub.decide();
    scrub.lead.onTick(1_000 + 2 * DAY);
    scrub.lead.onSlot(1);
    assertThat(scrub.effects()).contains(check(1, 0, 2, true));
    scrub.flags(ClusterFlag.NODEEP_SCRUB);
    scrub.answer(1, 0, 2, true);
    assertThat(scrub.effects()).contains(END);
    assertThat(scrub.lead.running()).isEqualTo(ScrubKind.NONE);
    assertThat(scrub.lead.report().waitsFor()).isEqualTo("the flag nodeep-scrub to be unset");
    scrub.lead.onTick(1_001 + 2 * DAY);
    assertThat(scrub.effects()).isEmpty();
    scrub.flags();
    scrub.lead.onTick(1_002 + 2 * DAY);
    assertThat(scrub.effects()).containsExactly(slot(2, 1));
    scrub.lead.onSlot(2);
    assertThat(scrub.effects()).contains(check(2, 3, 8, true));
  }

  @Test
  void noFlagSuspendsAScrubThatAnOperatorOrdered() {
    scrub.hold(ScrubKind.LIGHT);
    scrub.effects();
    scrub.flags(ClusterFlag.NOSCRUB);
    scrub.answer(1, 0, 2, false);
    assertThat(scrub.effects()).contains(check(2, 3, 15, false));
  }

  /** The last part is done, and another scrub was ordered: the operator waits for that one. */
  @Test
  void aScrubThatIsSupersededByItsLastPartDoesNotEnd() {
    scrub.hold(ScrubKind.LIGHT);
    scrub.effects();
    scrub.answer(1, 0, 2, false);
    scrub.effects();
    scrub.lead.order(ScrubKind.REPAIR);
    scrub.effects();
    scrub.answer(2, 3, 15, false);
    assertThat(scrub.effects()).contains(report("repair scrub begins"), check(3, 0, 2, true));
    assertThat(scrub.record().finished()).isZero();
  }
}
