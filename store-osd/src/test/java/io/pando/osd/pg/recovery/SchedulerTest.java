package io.pando.osd.pg.recovery;

import static io.pando.osd.pg.recovery.RecoveringPrimary.B;
import static io.pando.osd.pg.recovery.RecoveringPrimary.C;
import static io.pando.osd.pg.recovery.RecoveringPrimary.END;
import static io.pando.osd.pg.recovery.RecoveringPrimary.PRIORITY;
import static io.pando.osd.pg.recovery.RecoveringPrimary.ask;
import static io.pando.osd.pg.recovery.RecoveringPrimary.pushed;
import static io.pando.osd.pg.recovery.RecoveringPrimary.release;
import static io.pando.osd.pg.recovery.RecoveringPrimary.reserve;
import static io.pando.osd.pg.recovery.RecoveringPrimary.reserved;
import static io.pando.osd.pg.recovery.RecoveringPrimary.turn;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.group.GroupInfo;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.RecoveryMessage.Cursor;
import io.pando.message.RecoveryMessage.Pull;
import io.pando.message.RecoveryMessage.PushFailed;
import io.pando.message.RecoveryMessage.Refused;
import io.pando.message.RecoveryMessage.Revoked;
import io.pando.message.RecoveryMessage.Wanted;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.recovery.schedule.RecoveryPriority;
import io.pando.osd.pg.step.Effect;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** When a primary has slots and turns, and what it copies in them. */
class SchedulerTest {
  private final RecoveringPrimary primary = new RecoveringPrimary();

  @Test
  void aGroupThatIsWholeWantsNothing() {
    primary.peer(B, 0);
    primary.peer(C, 0);
    assertThat(primary.recovery.isWhole()).as("not yet begun").isFalse();
    primary.recovery.onMap();
    assertThat(primary.heard).isEmpty();
    primary.recovery.begin();
    assertThat(primary.recovery.isWhole()).isTrue();
    assertThat(primary.heard).containsExactly("whole");
    assertThat(primary.effects()).isEmpty();
  }

  @Test
  void slotsComeOneAfterTheOtherAndThenTurns() {
    primary.peer(B, 7);
    primary.peer(C, 7);
    primary.recovery.begin();
    assertThat(primary.effects()).containsExactly(ask(PRIORITY));
    primary.recovery.onSlot(2, true);
    assertThat(primary.effects()).isEmpty();
    primary.recovery.onSlot(1, true);
    assertThat(primary.effects()).containsExactly(reserve(B, 0, PRIORITY));
    primary.recovery.onMessage(B, reserved(1));
    assertThat(primary.effects()).isEmpty();
    primary.recovery.onMessage(B, reserved(0));
    assertThat(primary.effects()).containsExactly(reserve(C, 0, PRIORITY));
    primary.recovery.onMessage(C, reserved(0));
    assertThat(primary.effects()).containsExactly(turn(1), turn(2));
    assertThat(primary.heard).isEmpty();
  }

  @Test
  void aBatchIsCopiedInATurn() {
    primary.hold(7);
    assertThat(primary.effects())
        .containsExactly(ask(PRIORITY), reserve(B, 0, PRIORITY), turn(1), turn(2));
    primary.recovery.onTurn(3);
    assertThat(primary.effects()).isEmpty();
    primary.recovery.onTurn(1);
    List<Effect> first = primary.effects();
    assertThat(first).hasSize(1);
    assertThat(pushed(first, B)).isEqualTo(primary.all.subList(0, 3));
    primary.recovery.onTurn(2);
    assertThat(pushed(primary.effects(), B)).isEqualTo(primary.all.subList(3, 6));
    primary.take(B, primary.all.subList(0, 2));
    assertThat(primary.effects()).noneMatch(Effect.EndTurn.class::isInstance);
    primary.take(B, primary.all.subList(2, 3));
    assertThat(primary.effects()).containsSubsequence(new Effect.EndTurn(1), turn(3));
    primary.take(B, primary.all.subList(3, 6));
    assertThat(primary.effects()).contains(new Effect.EndTurn(2));
    primary.recovery.onTurn(3);
    assertThat(pushed(primary.effects(), B)).containsExactly(primary.all.get(6));
    assertThat(primary.heard).doesNotContain("whole");
    primary.take(B, primary.all.subList(6, 7));
    assertThat(primary.heard).endsWith("whole");
    assertThat(primary.effects()).containsSubsequence(new Effect.EndTurn(3), END, release(B, 0));
    assertThat(primary.recovery.isWhole()).isTrue();
  }

  /** Copies that are compared count as no whole ones: the fewer there are, the more urgent. */
  @Test
  void itIsMoreUrgentTheFewerWholeCopiesThereAre() {
    primary.peer(B, 1);
    primary.recovery.addPeer(
        C, primary.harness.replica.info().withBackfill(GroupInfo.NOTHING), new TreeMap<>());
    primary.recovery.begin();
    assertThat(primary.effects()).containsExactly(ask(RecoveryPriority.of(false, 1, false)));
    primary.beginInterval();
    primary.effects();
    for (MemberId member : List.of(B, C)) {
      primary.recovery.addPeer(
          member, primary.harness.replica.info().withBackfill(GroupInfo.NOTHING), new TreeMap<>());
    }
    primary.recovery.begin();
    assertThat(primary.effects()).containsExactly(ask(2, RecoveryPriority.of(true, 2, false)));
  }

  /** As many objects as have six thousand bytes together, one at least. */
  @Test
  void largeObjectsMakeSmallBatches() {
    primary.harness.replica.update(
        info -> info.withTotals(new GroupInfo.Totals(8, 8 * 2_001L, true)));
    primary.harness.settle();
    primary.hold(8);
    primary.harness.effects();
    primary.recovery.onTurn(1);
    assertThat(pushed(primary.effects(), B)).isEqualTo(primary.all.subList(0, 2));
    primary.harness.replica.update(
        info -> info.withTotals(new GroupInfo.Totals(8, 8 * 9_000L, true)));
    primary.recovery.onTurn(2);
    assertThat(pushed(primary.effects(), B)).containsExactly(primary.all.get(2));
    primary.harness.replica.update(info -> info.withTotals(new GroupInfo.Totals(0, 9_000, true)));
    primary.take(B, primary.all.subList(0, 2));
    primary.harness.effects();
    primary.recovery.onTurn(3);
    assertThat(pushed(primary.effects(), B)).as("nobody knows how many there are").hasSize(1);
  }

  @Test
  void ofObjectsWithoutBytesABatchHasAsManyAsItMay() {
    primary.harness.replica.update(info -> info.withTotals(new GroupInfo.Totals(8, 0, true)));
    primary.harness.settle();
    primary.hold(8);
    primary.harness.effects();
    primary.recovery.onTurn(1);
    assertThat(pushed(primary.effects(), B)).isEqualTo(primary.all.subList(0, 3));
  }

  @Test
  void aTurnThatComesWithoutASlotIsGivenBack() {
    primary.hold(3);
    primary.effects();
    primary.recovery.onSlot(1, false);
    assertThat(primary.effects()).containsExactly(release(B, 0), ask(2, PRIORITY));
    primary.recovery.onTurn(1);
    assertThat(primary.effects()).containsExactly(new Effect.EndTurn(1));
    primary.recovery.onSlot(2, true);
    assertThat(primary.effects()).containsExactly(reserve(B, 1, PRIORITY));
    primary.recovery.onMessage(B, reserved(1));
    assertThat(primary.effects()).containsExactly(turn(2));
  }

  @Test
  void aReplicaTakesItsSlotBack() {
    primary.hold(3);
    primary.effects();
    primary.recovery.onMessage(C, new Revoked(Maps.GROUP, Maps.EPOCH, 0));
    assertThat(primary.effects()).isEmpty();
    primary.recovery.onMessage(B, new Revoked(Maps.GROUP, Maps.EPOCH, 0));
    assertThat(primary.effects()).containsExactly(END, release(B, 0), ask(2, PRIORITY));
  }

  @Test
  void whatThePrimaryLacksComesFirst() {
    ObjectId mine = GroupHarness.object("mine");
    Version at = new Version(Maps.EPOCH, 3);
    primary.harness.replica.noteMissing(mine, at);
    primary.hold(2);
    int unavailable = RecoveryPriority.of(true, 0, true);
    assertThat(primary.effects())
        .containsExactly(ask(unavailable), reserve(B, 0, unavailable), turn(1));
    primary.recovery.onTurn(1);
    assertThat(primary.effects())
        .containsExactly(
            turn(2),
            new Effect.Send(
                B, new Pull(Maps.GROUP, Maps.EPOCH, List.of(new Wanted(mine, at, Cursor.START)))));
    primary.recovery.onTurn(2);
    assertThat(pushed(primary.effects(), B)).isEqualTo(primary.all.subList(0, 2));
  }

  /** Others may use the slots until the objects set aside are tried again. */
  @Test
  void whatCannotBeTakenIsSetAsideAndTriedAgain() {
    primary.hold(1);
    primary.recovery.onTurn(1);
    primary.effects();
    ObjectId object = primary.all.getFirst();
    PushFailed failed =
        new PushFailed(
            Maps.GROUP,
            Maps.EPOCH,
            List.of(new Refused(object, primary.version(object), "no room")));
    primary.recovery.onMessage(B, failed);
    assertThat(primary.effects())
        .containsSubsequence(new Effect.EndTurn(1), END, release(B, 0))
        .doesNotContain(turn(2));
    assertThat(primary.recovery.isWhole()).isFalse();
    primary.harness.pass(5 * RecoveryModel.RETRY_NANOS);
    primary.recovery.onTick();
    assertThat(primary.effects()).isEmpty();
    primary.harness.pass(1);
    primary.recovery.onTick();
    assertThat(primary.effects()).containsExactly(ask(2, PRIORITY));
    primary.recovery.onTick();
    assertThat(primary.effects()).isEmpty();
    primary.recovery.onSlot(2, true);
    primary.recovery.onMessage(B, reserved(1));
    primary.recovery.onTurn(2);
    assertThat(pushed(primary.effects(), B)).containsExactly(object);
  }

  @Test
  void aNewIntervalEndsAllAndBeginsAnew() {
    primary.hold(7);
    primary.recovery.onTurn(1);
    primary.effects();
    primary.beginInterval();
    assertThat(primary.effects()).containsExactly(END, new Effect.EndTurns());
    assertThat(primary.recovery.view().report().priority()).isEqualTo(PRIORITY);
    primary.recovery.onTurn(2);
    primary.recovery.onTick();
    assertThat(primary.effects()).isEmpty();
    assertThat(primary.recovery.isWhole()).isFalse();
    primary.peer(B, 2);
    primary.peer(C, 0);
    primary.harness.pass(5 * RecoveryModel.RETRY_NANOS + 1);
    primary.recovery.onTick();
    assertThat(primary.effects()).as("it has not begun").isEmpty();
    primary.recovery.begin();
    assertThat(primary.effects()).containsExactly(ask(2, PRIORITY));
  }

  /** An object that changes is copied to all, and is lacking no more. */
  @Test
  void anObjectThatGotThereOtherwiseIsAvailable() {
    primary.hold(1);
    ObjectId object = primary.all.getFirst();
    primary.effects();
    primary.recovery.onReplacing(object);
    primary.recovery.onMap();
    assertThat(primary.heard).containsExactly("whole");
    assertThat(primary.effects()).containsExactly(END, release(B, 0));
    primary.recovery.onTurn(1);
    assertThat(primary.effects()).containsExactly(new Effect.EndTurn(1));
  }

  @Test
  void theOnlyTurnThatIsOpenEndsWithTheInterval() {
    primary.hold(1);
    primary.recovery.onTurn(1);
    primary.effects();
    primary.beginInterval();
    assertThat(primary.effects()).containsExactly(END, new Effect.EndTurns());
    primary.beginInterval();
    assertThat(primary.effects()).as("there is none any more").isEmpty();
  }

  @Test
  void aTurnThatIsOnlyAskedForEndsWithTheInterval() {
    primary.hold(1);
    primary.effects();
    primary.beginInterval();
    assertThat(primary.effects()).containsExactly(END, new Effect.EndTurns());
  }
}
