package io.pando.osd.pg.scrub;

import static io.pando.osd.pg.scrub.ExaminedPair.AT;
import static io.pando.osd.pg.scrub.ExaminedPair.bad;
import static io.pando.osd.pg.scrub.ExaminedPair.missing;
import static io.pando.osd.pg.scrub.ExaminedPair.object;
import static io.pando.osd.pg.scrub.ScrubPair.HERE;
import static io.pando.osd.pg.scrub.ScrubPair.THERE;
import static io.pando.osd.pg.scrub.ScrubPair.ask;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.message.ScrubMessage.Absent;
import io.pando.message.ScrubMessage.Bad;
import io.pando.message.ScrubMessage.Damaged;
import io.pando.message.ScrubMessage.Examine;
import io.pando.message.ScrubMessage.Examined;
import io.pando.message.ScrubMessage.ExaminedCopy;
import io.pando.message.ScrubMessage.Mended;
import io.pando.message.ScrubMessage.Repair;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.replication.PendingUpdate;
import io.pando.osd.pg.replication.UpdateParts;
import io.pando.osd.pg.scrub.ExaminedPair.Told;
import io.pando.osd.pg.step.Effect;
import io.pando.report.group.CopyFault;
import io.pando.report.group.InconsistentObject;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What is asked of suspects, and what is told of them. */
class ExaminationTest {
  private final ExaminedPair here = new ExaminedPair();

  private static List<ObjectId> objects(int from, int to) {
    List<ObjectId> objects = new ArrayList<>();
    for (int i = from; i < to; i++) {
      objects.add(object(i));
    }
    return objects;
  }

  private static List<Effect> reportsOnly(List<Effect> effects) {
    return effects.stream().filter(Effect.Report.class::isInstance).toList();
  }

  @Test
  void noSuspectsAreDoneAtOnce() {
    here.examine(List.of());
    here.isOver();
    assertThat(here.pair.effects()).isEmpty();
  }

  @Test
  void equalCopiesAreToldAndLetGo() {
    here.examine(objects(0, 2));
    assertThat(here.pair.recovery.isInWork(object(0))).isTrue();
    assertThat(here.pair.recovery.isInWork(object(2))).isFalse();
    assertThat(here.pair.available).isEmpty();
    assertThat(here.pair.run()).containsExactly(ask(1, new Examine(objects(0, 2))));
    here.isOver();
    assertThat(here.consistent).isEqualTo(objects(0, 2));
    assertThat(here.inconsistent).isEmpty();
    assertThat(here.pair.available).isEqualTo(objects(0, 2));
    assertThat(here.pair.recovery.isInWork(object(0))).isFalse();
  }

  @Test
  void eightAreExaminedTogether() {
    here.examine(objects(0, 8));
    assertThat(here.pair.run()).containsExactly(ask(1, new Examine(objects(0, 8))));
    here.isOver();
    here.examine(objects(0, 11));
    assertThat(here.pair.run())
        .containsExactly(ask(2, new Examine(objects(0, 8))), ask(3, new Examine(objects(8, 11))));
    assertThat(here.done).isEqualTo(2);
    assertThat(here.consistent).hasSize(19);
  }

  @Test
  void whatIsBeingRecoveredIsPassedOver() {
    here.pair.recovery.onBad(THERE, object(1), AT);
    here.examine(objects(0, 3));
    assertThat(here.pair.effects())
        .containsExactly(ask(1, new Examine(List.of(object(0), object(2)))));
    here.pair.answer(1, new Examine(List.of(object(0), object(2))));
    here.isOver();
    assertThat(here.consistent).containsExactly(object(0), object(2));
    here.examine(List.of(object(1)));
    assertThat(here.done).isEqualTo(2);
    assertThat(here.pair.effects()).isEmpty();
  }

  /** The first eight are all being recovered: the others are looked at. */
  @Test
  void othersAreExaminedWhenAllOfTheFirstAreRecovered() {
    objects(0, 8).forEach(object -> here.pair.recovery.onBad(THERE, object, AT));
    here.examine(objects(0, 9));
    assertThat(here.pair.run()).containsExactly(ask(1, new Examine(List.of(object(8)))));
    here.isOver();
    assertThat(here.consistent).containsExactly(object(8));
  }

  @Test
  void updatesUnderWayAreAwaited() {
    GroupHarness group = here.pair.here.group;
    here.pair.replication.submit(
        new PendingUpdate(
            group.update("u", new RequestId(9, 1)),
            UpdateParts.SAME,
            new TreeSet<>(),
            true,
            0,
            () -> {}));
    Version at = group.replica.log().head();
    group.settle();
    group.effects();
    here.examine(objects(0, 1));
    assertThat(here.pair.effects()).isEmpty();
    here.pair.replication.onReplicated(THERE, at);
    assertThat(here.pair.effects()).contains(ask(1, new Examine(objects(0, 1))));
  }

  @Test
  void aCopyThatOthersLackIsMendedByTheLogAndScheduled() {
    ObjectId object = object(20);
    Version version = here.pair.update(object, LogEntry.Kind.MODIFY);
    here.loseThere(object);
    here.pair.here.group.effects();
    here.examine(List.of(object));
    assertThat(here.pair.effects()).containsExactly(ask(1, new Examine(List.of(object))));
    here.pair.answer(1, new Examine(List.of(object)));
    Bad bad = new Bad(object, Version.ZERO, version, false);
    List<Effect> told = here.pair.effects();
    assertThat(told).hasSize(2);
    assertThat(((Effect.Report) told.getFirst()).what())
        .startsWith(
            here.pair.here.replica().group() + ": copies of " + object + " differ: {osd.1=");
    assertThat(told.get(1)).isEqualTo(ask(2, new Repair(List.of(bad))));
    assertThat(here.inconsistent)
        .containsExactly(
            new Told(new InconsistentObject(object, version, true, List.of(missing(THERE))), true));
    assertThat(here.pair.recovery.isRecovering(object)).as("it is not noted there").isFalse();
    assertThat(here.done).isZero();
    here.pair.answer(2, new Mended());
    here.isOver();
    assertThat(here.pair.recovery.isRecovering(object)).isTrue();
    assertThat(here.pair.available).containsExactly(object);
    assertThat(here.pair.effects()).as("recovery wants slots").isNotEmpty();
    assertThat(here.consistent).isEmpty();
  }

  /** The copies of both are bad: the other member is told first. */
  @Test
  void thePrimaryMendsItsOwnCopyLast() {
    ObjectId mine = object(20);
    ObjectId theirs = object(21);
    Version first = here.pair.update(mine, LogEntry.Kind.MODIFY);
    Version second = here.pair.update(theirs, LogEntry.Kind.MODIFY);
    here.pair.here.group.put(mine, AT, "old");
    here.loseThere(theirs);
    here.examine(List.of(mine, theirs));
    here.pair.effects();
    here.pair.answer(1, new Examine(List.of(mine, theirs)));
    assertThat(here.pair.effects())
        .last()
        .isEqualTo(ask(2, new Repair(List.of(new Bad(theirs, Version.ZERO, second, false)))));
    assertThat(here.pair.here.replica().missing()).isEmpty();
    assertThat(here.pair.recovery.isRecovering(mine)).isFalse();
    here.pair.answer(2, new Mended());
    assertThat(here.pair.here.replica().missing())
        .containsOnlyKeys(mine)
        .containsEntry(mine, first);
    here.pair.effects();
    here.isOver();
    assertThat(here.inconsistent)
        .containsExactly(
            new Told(
                new InconsistentObject(
                    mine, first, true, List.of(bad(HERE, CopyFault.OLDER, AT + ", not " + first))),
                true),
            new Told(new InconsistentObject(theirs, second, true, List.of(missing(THERE))), true));
    assertThat(here.pair.recovery.isRecovering(mine)).isTrue();
    assertThat(here.pair.recovery.isRecovering(theirs)).isTrue();
    assertThat(here.pair.available).containsExactly(mine, theirs);
  }

  @Test
  void aBadCopyOfThePrimaryAloneIsMendedAtOnce() {
    ObjectId mine = object(20);
    Version version = here.pair.update(mine, LogEntry.Kind.MODIFY);
    here.pair.here.group.put(mine, AT, "old");
    here.examine(List.of(mine));
    here.pair.effects();
    here.pair.answer(1, new Examine(List.of(mine)));
    List<Effect> told = here.pair.effects();
    here.isOver();
    assertThat(reportsOnly(told)).hasSize(1);
    assertThat(here.pair.here.replica().missing()).containsEntry(mine, version);
    assertThat(here.pair.recovery.isRecovering(mine)).isTrue();
  }

  @Test
  void nothingIsMendedThatIsNotToBeRepaired() {
    here.repairs = false;
    ObjectId object = object(20);
    Version version = here.pair.update(object, LogEntry.Kind.MODIFY);
    here.loseThere(object);
    here.examine(List.of(object));
    here.pair.run();
    here.isOver();
    assertThat(here.inconsistent)
        .containsExactly(
            new Told(
                new InconsistentObject(object, version, true, List.of(missing(THERE))), false));
    assertThat(here.pair.recovery.isRecovering(object)).isFalse();
    assertThat(here.pair.available).containsExactly(object);
  }

  @Test
  void whatWasRemovedIsRemovedAgainAndNotRecovered() {
    ObjectId object = object(20);
    here.pair.update(object, LogEntry.Kind.MODIFY);
    here.pair.update(object, LogEntry.Kind.DELETE);
    here.pair.there.group.put(object, AT, "extra");
    here.examine(List.of(object));
    here.pair.effects();
    here.pair.answer(1, new Examine(List.of(object)));
    assertThat(here.pair.effects())
        .last()
        .isEqualTo(ask(2, new Repair(List.of(new Bad(object, AT, Version.ZERO, false)))));
    here.pair.answer(2, new Mended());
    here.isOver();
    assertThat(here.pair.recovery.isRecovering(object)).isFalse();
    assertThat(here.pair.effects()).isEmpty();
    assertThat(here.inconsistent)
        .extracting(it -> it.object().version(), Told::repairing)
        .containsExactly(tuple(Version.ZERO, true));
  }

  /** A client may read damaged bytes while copies are read. */
  @Test
  void whatIsRecoveredMeanwhileIsNotJudged() {
    ObjectId object = object(20);
    Version version = here.pair.update(object, LogEntry.Kind.MODIFY);
    here.loseThere(object);
    here.examine(List.of(object));
    here.pair.effects();
    here.pair.recovery.onBad(THERE, object, version);
    here.pair.answer(1, new Examine(List.of(object)));
    here.isOver();
    assertThat(here.inconsistent).isEmpty();
    assertThat(here.consistent).isEmpty();
    assertThat(reportsOnly(here.pair.effects())).isEmpty();
  }

  @Test
  void damageIsJudgedByVersionAndDetail() {
    ObjectId object = object(20);
    Version version = here.pair.update(object, LogEntry.Kind.MODIFY);
    here.examine(List.of(object));
    here.pair.effects();
    here.pair.answer(
        1,
        new Examined(List.of(new ExaminedCopy(object, true, new Damaged(version, "a checksum")))));
    assertThat(here.inconsistent)
        .containsExactly(
            new Told(
                new InconsistentObject(
                    object, version, true, List.of(bad(THERE, CopyFault.DAMAGED, "a checksum"))),
                true));
    assertThat(here.pair.effects())
        .contains(ask(2, new Repair(List.of(new Bad(object, version, version, false)))));
  }

  @Test
  void nobodyHasAnObjectThatIsGone() {
    here.examine(List.of(object(30)));
    here.pair.effects();
    here.pair.answer(1, new Examined(List.of(new ExaminedCopy(object(30), true, new Absent()))));
    here.isOver();
    assertThat(here.consistent).containsExactly(object(30));
  }
}
