package io.pando.osd.pg.recovery.copy;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.group.GroupInfo;
import io.pando.id.ObjectId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.message.RecoveryMessage.Cursor;
import io.pando.message.RecoveryMessage.Push;
import io.pando.message.RecoveryMessage.PushFailed;
import io.pando.message.RecoveryMessage.Pushed;
import io.pando.message.ReplicationMessage;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.replica.Awaiting;
import io.pando.osd.pg.step.Effect;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Copies that come to a replica, once or again, with room for them or without. */
class IncomingCopiesTest {
  private static final ObjectId OBJECT = CopyTarget.OBJECT;
  private static final Version VERSION = CopyTarget.VERSION;

  private final CopyTarget target = new CopyTarget();
  private final GroupHarness harness = target.harness;

  @Test
  void aCopyIsToldOnceItIsDurable() {
    target.lack();
    target.receive(target.push("new"));
    harness.answer();
    assertThat(harness.effects()).isEmpty();
    assertThat(harness.replica.missing()).containsKey(OBJECT);
    harness.settle();
    assertThat(harness.said(Pushed.class)).hasSize(1);
    assertThat(harness.replica.missing()).isEmpty();
    assertThat(harness.store.contents()).isEqualTo(target.copied());
  }

  @Test
  void anotherVersionThanIsMissingIsRefused() {
    Version other = VERSION.next(Maps.EPOCH);
    harness.replica.noteMissing(OBJECT, other);
    harness.settle();
    target.receive(target.push("new"));
    harness.settle();
    assertThat(harness.said(PushFailed.class))
        .singleElement()
        .satisfies(it ->
            assertThat(it.objects().getFirst().reason())
                .isEqualTo("it is missing in version " + other));
    assertThat(harness.replica.missing()).containsEntry(OBJECT, other);
    assertThat(harness.store.ids()).isEmpty();
  }

  @Test
  void whatThereIsNoRoomForStaysMissing() {
    target.lack();
    harness.setRoom(false);
    target.receive(target.push("new"));
    harness.settle();
    assertThat(harness.said(PushFailed.class))
        .singleElement()
        .satisfies(it -> assertThat(it.objects().getFirst().reason()).isEqualTo("no space"));
    assertThat(harness.replica.missing()).containsEntry(OBJECT, VERSION);
    harness.setRoom(true);
    target.receive(target.push("new"));
    harness.settle();
    assertThat(harness.said(Pushed.class)).hasSize(1);
  }

  /** A primary whose stream broke sends again; the first may be refused yet. */
  @Test
  void whatCameAgainIsRefusedWithTheFirst() {
    target.lack();
    harness.setRoom(false);
    target.receive(target.push("new"));
    target.receive(target.push("new"));
    harness.answer();
    harness.answer();
    assertThat(harness.submitted()).as("it is written once").isOne();
    harness.report();
    assertThat(harness.replica.missing()).containsKey(OBJECT);
    List<Effect> told = harness.effects();
    assertThat(told).hasSize(2);
    assertThat(told)
        .extracting(it -> ((Effect.Answer) it).message())
        .hasOnlyElementsOfType(PushFailed.class);
  }

  @Test
  void whatCameAgainIsToldWithTheFirst() {
    target.lack();
    target.receive(target.push("new"));
    target.receive(target.push("new"));
    harness.answer();
    harness.answer();
    assertThat(harness.submitted()).isOne();
    assertThat(harness.effects()).isEmpty();
    harness.report();
    assertThat(harness.said(Pushed.class)).hasSize(2);
    target.receive(target.push("new"));
    assertThat(harness.said(Pushed.class)).as("it is here").hasSize(1);
  }

  /** The refusal of a piece may be lost, and then the piece is sent again. */
  @Test
  void aPieceOfACopyThatIsGoneIsRefused() {
    target.lack();
    String large = "x".repeat(5_000);
    target.receive(target.push(large));
    harness.settle();
    assertThat(harness.said(Pushed.class)).hasSize(1);
    assertThat(harness.replica.missing()).containsKey(OBJECT);
    Push second = target.push(large, new Cursor(4_096, null));
    harness.setRoom(false);
    target.receive(second);
    harness.settle();
    assertThat(harness.said(PushFailed.class)).hasSize(1);
    harness.setRoom(true);
    target.receive(second);
    harness.settle();
    assertThat(harness.said(PushFailed.class)).hasSize(1);
    target.receive(target.push(large));
    target.receive(second);
    harness.settle();
    assertThat(harness.said(Pushed.class)).hasSize(2);
    assertThat(harness.store.contents()).isEqualTo(target.copied());
  }

  @Test
  void anotherVersionThanTheMissingOneIsRefused() {
    harness.replica.noteMissing(OBJECT, new Version(Maps.EPOCH, 4));
    harness.settle();
    target.receive(target.push("old"));
    assertThat(harness.said(PushFailed.class)).hasSize(1);
    assertThat(harness.submitted()).isZero();
  }

  /** A replica that is filled has a log, and lacks objects that it does not name as missing. */
  @Test
  void aCopyOlderThanTheLogIsRefused() {
    harness.replica.noteBackfilled(GroupInfo.NOTHING, Awaiting.nothing());
    ReplicationMessage.Update update = harness.update("o", RequestId.NONE);
    harness.replica.append(
        new ReplicationMessage.Update(update.entry(), List.of(), update.objects(), update.bytes()),
        Version.ZERO,
        Awaiting.nothing());
    harness.settle();
    harness.effects();
    Version newest = update.entry().version();
    Version older = new Version(newest.epoch() - 1, newest.counter());
    target.receive(target.push(older, "old", Cursor.START));
    harness.settle();
    assertThat(harness.said(PushFailed.class))
        .singleElement()
        .satisfies(it ->
            assertThat(it.objects().getFirst().reason()).isEqualTo("it is older than the log"));
    assertThat(harness.store.ids()).isEmpty();
    target.receive(target.push(newest, "new", Cursor.START));
    harness.settle();
    assertThat(harness.said(Pushed.class)).hasSize(1);
    assertThat(harness.store.versions()).containsEntry(OBJECT, newest);
  }
}
