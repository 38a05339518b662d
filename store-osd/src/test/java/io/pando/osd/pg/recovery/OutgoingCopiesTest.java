package io.pando.osd.pg.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Replication;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.message.RecoveryMessage.Copied;
import io.pando.message.RecoveryMessage.Cursor;
import io.pando.message.RecoveryMessage.Pull;
import io.pando.message.RecoveryMessage.Push;
import io.pando.message.RecoveryMessage.PushFailed;
import io.pando.message.RecoveryMessage.Refused;
import io.pando.message.RecoveryMessage.Wanted;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.replica.Awaiting;
import io.pando.osd.pg.step.Effect;
import io.pando.port.Peer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a replica answers when its primary pulls an object, and what it notes by that. */
class OutgoingCopiesTest {
  private static final ObjectId OBJECT = GroupHarness.object("o");
  private static final Peer PRIMARY = GroupHarness.stream(new OsdId(0));

  private final GroupHarness harness =
      new GroupHarness(new OsdId(1), Maps.of(2, Replication.PRIMARY), RecoveryModel.config(false));
  private final ReplicaRecovery recovery = new ReplicaRecovery(harness.replica);

  private Version update() {
    harness.replica.append(
        harness.update("o", new RequestId(5, harness.replica.log().head().counter() + 1)),
        Version.ZERO,
        Awaiting.nothing());
    harness.settle();
    return harness.replica.log().head();
  }

  private void pull(Version version) {
    Wanted wanted = new Wanted(OBJECT, version, Cursor.START);
    recovery.onPull(PRIMARY, new Pull(Maps.GROUP, Maps.EPOCH, List.of(wanted)));
    harness.settle();
  }

  @Test
  void theVersionThatIsAskedForIsSent() {
    pull(update());
    assertThat(harness.said(Push.class)).hasSize(1);
    assertThat(harness.replica.missing()).isEmpty();
  }

  @Test
  void aNewerVersionThanIsHereIsMissing() {
    Version here = update();
    Version newer = here.next(Maps.EPOCH);
    pull(newer);
    assertThat(harness.said(PushFailed.class)).hasSize(1);
    assertThat(harness.replica.missing()).containsEntry(OBJECT, newer);
  }

  private Refused refused() {
    return harness.said(PushFailed.class).getFirst().objects().getFirst();
  }

  @Test
  void whoHasThatVersionWithDamagedBytesSaysHowLargeItIs() {
    Version here = update();
    harness.store.damaged.add(OBJECT);
    pull(here);
    assertThat(refused().damagedBytes()).isEqualTo((long) harness.store.object(OBJECT).size());
    assertThat(harness.replica.missing()).containsEntry(OBJECT, here);
  }

  @Test
  void damagedBytesOfAnotherVersionTellNothingOfTheOneThatIsWanted() {
    Version newer = update().next(Maps.EPOCH);
    harness.store.damaged.add(OBJECT);
    pull(newer);
    assertThat(refused().damagedBytes()).isNull();
  }

  @Test
  void damagedBytesOfAnUnreadableVersionTellNothing() {
    Version here = update();
    harness.store.unreadable.add(OBJECT);
    pull(here);
    assertThat(refused().damagedBytes()).isNull();
  }

  /** A pull that was sent again after a reset may be read after the object has been updated. */
  @Test
  void anOlderVersionThanTheLogTellsIsNotMissing() {
    Version older = update();
    update();
    pull(older);
    assertThat(harness.said(PushFailed.class)).hasSize(1);
    assertThat(harness.replica.missing()).isEmpty();
  }

  /** What can be sent goes together, and what cannot be is refused with what it is. */
  @Test
  void ofManyObjectsEachIsSentOrRefused() {
    Version here = update();
    harness.put(GroupHarness.object("other"), here, "x");
    Version newer = here.next(Maps.EPOCH);
    ObjectId other = GroupHarness.object("other");
    ObjectId none = GroupHarness.object("none");
    recovery.onPull(
        PRIMARY,
        new Pull(
            Maps.GROUP,
            Maps.EPOCH,
            List.of(
                new Wanted(OBJECT, here, Cursor.START),
                new Wanted(other, newer, Cursor.START),
                new Wanted(none, newer, Cursor.START))));
    harness.settle();
    List<Effect.Answer> answers = harness.effects(Effect.Answer.class);
    assertThat(answers).extracting(Effect.Answer::to).containsOnly(PRIMARY);
    assertThat(answers).hasSize(2);
    Push push = (Push) answers.getFirst().message();
    assertThat(push.epoch()).isEqualTo(Maps.EPOCH);
    assertThat(push.objects()).extracting(Copied::object).containsExactly(OBJECT);
    assertThat(push.objects()).extracting(Copied::version).containsExactly(here);
    assertThat(answers.getLast().message())
        .isEqualTo(
            new PushFailed(
                Maps.GROUP,
                Maps.EPOCH,
                List.of(
                    new Refused(other, newer, "the version here is " + here, null, here),
                    new Refused(none, newer, "missing"))));
  }

  @Test
  void whatIsRefusedIsToldOnceTheLackIsDurable() {
    Version newer = update().next(Maps.EPOCH);
    Wanted wanted = new Wanted(OBJECT, newer, Cursor.START);
    recovery.onPull(PRIMARY, new Pull(Maps.GROUP, Maps.EPOCH, List.of(wanted)));
    harness.answer();
    assertThat(harness.submitted()).isOne();
    assertThat(harness.said(PushFailed.class)).isEmpty();
    harness.report();
    assertThat(harness.said(PushFailed.class)).hasSize(1);
  }

  @Test
  void damageIsCountedAndToldOnce() {
    Version here = update();
    harness.store.damaged.add(OBJECT);
    harness.effects();
    pull(here);
    List<Effect> told = harness.effects();
    assertThat(told).hasSize(3);
    assertThat(told.getFirst()).isEqualTo(new Effect.CountDamaged());
    assertThat(told.get(1))
        .isInstanceOfSatisfying(
            Effect.Report.class,
            report ->
                assertThat(report.what())
                    .startsWith(Maps.GROUP + ": damaged here, will be fetched from another OSD: "));
    assertThat(told.getLast()).isInstanceOf(Effect.Answer.class);
  }
}
