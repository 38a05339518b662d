package io.pando.osd.pg.split;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Replication;
import io.pando.group.GroupInfo;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.message.ReplicationMessage;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.replica.Awaiting;
import io.pando.osd.pg.step.Effect;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import io.pando.store.StoreOp;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every object has four bytes, unless it was updated by a test. */
class RecountTest {
  private static final int PAGE = 256;

  private final GroupHarness harness = GroupHarness.primary(2, Replication.PRIMARY);
  private int told;
  private Recount recount = new Recount(harness.replica, () -> told++);

  @BeforeEach
  void forgetTotals() {
    harness.replica.update(info -> info.withTotals(new GroupInfo.Totals(777, 777_777, false)));
  }

  private void beginInterval() {
    harness.replica.onIntervalEnded();
    recount = new Recount(harness.replica, () -> told++);
  }

  private static ObjectId object(int number) {
    // Positions ascend with numbers.
    return new ObjectId(Integer.reverse(number << 8), "o");
  }

  private void fill(int from, int to) {
    for (int i = from; i < to; i++) {
      harness.put(object(i), new Version(1, 1), "four");
    }
  }

  private void update(int number, String bytes, int objects, int moreBytes) {
    Version version = harness.replica.log().head().next(harness.replica.epoch());
    Version prior = harness.store.versions().getOrDefault(object(number), Version.ZERO);
    LogEntry entry =
        new LogEntry(
            version, prior, object(number), LogEntry.Kind.MODIFY, RequestId.NONE, List.of());
    GroupInfo info = harness.replica.info();
    harness.replica.append(
        new ReplicationMessage.Update(
            entry,
            GroupHarness.steps(object(number), version, bytes),
            info.objects() + objects,
            info.bytes() + moreBytes),
        Version.ZERO,
        Awaiting.nothing());
  }

  private GroupInfo.Totals totals() {
    return harness.replica.info().totals();
  }

  private void finish(long objects, long bytes) {
    harness.settle();
    recount.onClean(false);
    assertThat(told).isZero();
    assertThat(totals().counted()).isFalse();
    recount.onClean(true);
    assertThat(told).isOne();
    assertThat(totals()).isEqualTo(new GroupInfo.Totals(objects, bytes, true));
    harness.settle();
    recount.onClean(true);
    assertThat(harness.reads()).as("it rests").isZero();
    assertThat(told).isOne();
  }

  @Test
  void itListsAndReadsPageByPage() {
    fill(0, PAGE + 2);
    recount.onClean(true);
    recount.onClean(true);
    assertThat(harness.reads()).isOne();
    assertThat(harness.read()).isEqualTo(new Effect.ListObjects(1, null, PAGE));
    harness.answer();
    List<ObjectId> first = harness.store.ids().subList(0, PAGE);
    assertThat(harness.read())
        .isEqualTo(new Effect.ReadObjects(2, first, ObjectQuery.STAT, 1 << 20));
    harness.answer();
    assertThat(harness.read()).isEqualTo(new Effect.ListObjects(3, object(PAGE - 1), PAGE));
    finish(PAGE + 2, 4 * (PAGE + 2));
  }

  @Test
  void anEmptyGroupHasNothing() {
    recount.onClean(true);
    finish(0, 0);
  }

  @Test
  void whatIsCountedIsNotCountedAgain() {
    harness.replica.update(info -> info.withTotals(new GroupInfo.Totals(3, 9, true)));
    recount.onClean(true);
    assertThat(harness.reads()).isZero();
    assertThat(totals()).isEqualTo(new GroupInfo.Totals(3, 9, true));
  }

  /** A listing tells what was there when it was asked for; reads do, too. */
  @Test
  void updatesCountBesideWhatWasReadBeforeThem() {
    fill(0, 3);
    recount.onClean(true);
    update(1, "sixsix", 0, 2);
    update(5, "1234567", 1, 7);
    harness.answer();
    update(2, "eight888", 0, 4);
    update(6, "2", 1, 1);
    finish(5, 4 + 6 + 8 + 7 + 1);
  }

  @Test
  void updatesCountOnBothSidesOfWhatIsCounted() {
    fill(0, PAGE + 1);
    recount.onClean(true);
    harness.answer();
    update(PAGE - 1, "sixsix", 0, 2);
    update(PAGE, "sixsix", 0, 2);
    harness.answer();
    update(3, "five5", 0, 1);
    update(PAGE - 1, "seven77", 0, 1);
    update(PAGE, "eight888", 0, 2);
    harness.answer();
    update(PAGE, "sixsix", 0, -2);
    finish(PAGE + 1, 4 * (PAGE - 2) + 4 + 5 + 7 + 6 - 4);
  }

  /** A store may read fewer objects than it was asked for. */
  @Test
  void whatWasNotReadIsListedAgain() {
    fill(0, 4);
    recount.onClean(true);
    harness.answer();
    Effect.ReadObjects asked = (Effect.ReadObjects) harness.read();
    List<ReadOutcome> two =
        harness.store.readAll(List.of(object(0), object(1)), ObjectQuery.STAT, 1 << 20);
    update(0, "five5", 0, 1);
    update(1, "sixsix", 0, 2);
    update(2, "seven77", 0, 3);
    harness.replica.reads().onReadAll(asked.token(), two);
    harness.answer();
    assertThat(harness.read()).isEqualTo(new Effect.ListObjects(3, object(1), PAGE));
    finish(4, 5 + 6 + 7 + 4);
  }

  @Test
  void updatesOfNothingAreAllThereIs() {
    recount.onClean(true);
    update(1, "five5", 1, 5);
    harness.answer();
    update(2, "three", 1, 5);
    finish(2, 10);
  }

  @Test
  void whatWentBeforeItWasReadDoesNotCount() {
    fill(0, 2);
    recount.onClean(true);
    harness.store.apply(List.of(new StoreOp.Remove(GroupHarness.COLLECTION, object(1))));
    harness.answer();
    finish(1, 4);
  }

  @Test
  void itGivesUpAtADamagedObjectUntilTheIntervalEnds() {
    fill(0, 3);
    harness.store.unreadable.add(object(1));
    recount.onClean(true);
    harness.settle();
    recount.onClean(true);
    assertThat(told).isZero();
    assertThat(harness.reads()).isZero();
    assertThat(totals().counted()).isFalse();
    update(0, "five5", 0, 1);
    harness.store.unreadable.clear();
    beginInterval();
    harness.settle();
    recount.onClean(true);
    finish(3, 13);
  }

  @Test
  void aNewIntervalBeginsAnew() {
    fill(0, PAGE + 1);
    recount.onClean(true);
    harness.answer();
    update(PAGE, "five5", 0, 1);
    harness.answer();
    beginInterval();
    harness.settle();
    recount.onClean(true);
    assertThat(((Effect.ListObjects) harness.read()).after()).isNull();
    finish(PAGE + 1, 4 * PAGE + 5);
  }
}
