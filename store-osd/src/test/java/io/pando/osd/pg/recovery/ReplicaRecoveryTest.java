package io.pando.osd.pg.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Replication;
import io.pando.group.GroupInfo;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.message.Message;
import io.pando.message.RecoveryMessage.BackfillNoted;
import io.pando.message.RecoveryMessage.Backfilled;
import io.pando.message.RecoveryMessage.CompareTrees;
import io.pando.message.RecoveryMessage.Release;
import io.pando.message.RecoveryMessage.Reserve;
import io.pando.message.RecoveryMessage.Reserved;
import io.pando.message.RecoveryMessage.Revoked;
import io.pando.message.RecoveryMessage.Scan;
import io.pando.message.RecoveryMessage.Scanned;
import io.pando.message.RecoveryMessage.TreesCompared;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.replica.Awaiting;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.Slot;
import io.pando.port.Peer;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a replica tells a primary that compares what is here, or fills it. */
final class ReplicaRecoveryTest {
  private static final Peer PRIMARY = GroupHarness.stream(new OsdId(0));
  private static final Peer AGAIN = GroupHarness.stream(new OsdId(7));

  private final GroupHarness harness =
      new GroupHarness(new OsdId(1), Maps.of(2, Replication.PRIMARY), RecoveryModel.config(true));
  private ReplicaRecovery recovery = new ReplicaRecovery(harness.replica);

  private ObjectId update(String name) {
    harness.replica.append(harness.update(name, RequestId.NONE), Version.ZERO, Awaiting.nothing());
    return GroupHarness.object(name);
  }

  private static Effect answer(Message message) {
    return new Effect.Answer(PRIMARY, message);
  }

  // Trees

  private void compare(List<Integer> parts) {
    recovery.onCompareTrees(
        PRIMARY, new CompareTrees(Maps.GROUP, Maps.EPOCH, 1, parts, 2, List.of(0L, 0L)));
  }

  private Effect compared(boolean empty, Integer... differing) {
    int depth = harness.replica.tree().tree().depth();
    return answer(
        new TreesCompared(
            Maps.GROUP,
            Maps.EPOCH,
            2,
            1,
            new TreesCompared.Tree(depth, empty),
            List.of(differing)));
  }

  /** All is copied then, wherever trees differ. */
  @Test
  void whoHasNothingSaysThatWithWhatDiffers() {
    compare(List.of(1));
    assertThat(harness.effects()).containsExactly(compared(true));
    int part = update("o").position() >>> 30;
    harness.settle();
    harness.effects();
    recovery.onCompareTrees(
        PRIMARY,
        new CompareTrees(Maps.GROUP, Maps.EPOCH, 0, List.of(0), 2, List.of(0L, 0L, 0L, 0L)));
    assertThat(harness.said(TreesCompared.class))
        .singleElement()
        .satisfies(told -> {
          assertThat(told.tree().empty()).isFalse();
          assertThat(told.differing()).containsExactly(part);
        });
  }

  @Test
  void whatIsToldOfTheTreeIsDurable() {
    update("o");
    compare(List.of(1));
    assertThat(harness.effects()).isEmpty();
    harness.report();
    assertThat(harness.said(TreesCompared.class)).hasSize(1);
  }

  // Listings

  private Effect.ListVersions asked(ObjectId after, int max) {
    recovery.onScan(PRIMARY, new Scan(Maps.GROUP, Maps.EPOCH, after, max, 1, List.of(0, 1)));
    return (Effect.ListVersions) harness.read();
  }

  @Test
  void aListingBeginsWhereThePrimarySays() {
    assertThat(asked(GroupInfo.NOTHING, 7).after()).isNull();
    harness.settle();
    ObjectId after = GroupHarness.object("o");
    assertThat(asked(after, 7).after()).isEqualTo(after);
  }

  @Test
  void aListingHasOneObjectAtLeastAndTenThousandAtMost() {
    assertThat(asked(GroupInfo.NOTHING, 0).max()).isOne();
    harness.settle();
    assertThat(asked(GroupInfo.NOTHING, 10_000).max()).isEqualTo(10_000);
    harness.settle();
    assertThat(asked(GroupInfo.NOTHING, 10_001).max()).isEqualTo(10_000);
  }

  @Test
  void whatIsListedIsToldWithItsVersions() {
    List<ObjectId> all = List.of(update("a"), update("b"), update("c")).stream().sorted().toList();
    harness.settle();
    TreeMap<ObjectId, Version> first = new TreeMap<>(harness.store.versions());
    first.remove(all.getLast());
    asked(GroupInfo.NOTHING, 2);
    harness.settle();
    asked(all.get(1), 2);
    harness.settle();
    TreeMap<ObjectId, Version> last = new TreeMap<>(harness.store.versions());
    last.keySet().removeAll(first.keySet());
    assertThat(harness.effects())
        .containsExactly(
            answer(new Scanned(Maps.GROUP, Maps.EPOCH, GroupInfo.NOTHING, first, true)),
            answer(new Scanned(Maps.GROUP, Maps.EPOCH, all.get(1), last, false)));
  }

  // Marks of a backfill

  private void claim(@Nullable ObjectId upTo) {
    recovery.onBackfilled(PRIMARY, new Backfilled(Maps.GROUP, Maps.EPOCH, upTo));
  }

  private @Nullable ObjectId mark() {
    return harness.replica.info().backfilledTo();
  }

  private static Effect noted(@Nullable ObjectId upTo) {
    return answer(new BackfillNoted(Maps.GROUP, Maps.EPOCH, upTo));
  }

  @Test
  void theMarkOfABackfillNeverGoesBack() {
    ObjectId one = ObjectId.before(10);
    ObjectId two = ObjectId.before(20);
    harness.replica.update(info -> info.withBackfill(GroupInfo.NOTHING));
    harness.settle();
    claim(two);
    assertThat(mark()).isEqualTo(two);
    assertThat(harness.effects()).as("it is not durable").isEmpty();
    harness.report();
    assertThat(harness.effects()).containsExactly(noted(two));
    for (ObjectId old : List.of(one, two)) {
      claim(old);
      assertThat(mark()).isEqualTo(two);
      assertThat(harness.submitted()).as("nothing is to be written").isZero();
      assertThat(harness.effects()).containsExactly(noted(old));
    }
    claim(null);
    harness.settle();
    assertThat(harness.replica.isWhole()).isTrue();
    claim(two);
    claim(null);
    assertThat(harness.replica.isWhole()).isTrue();
    assertThat(harness.effects()).containsExactly(noted(null), noted(two), noted(null));
  }

  // Slots

  private static Reserve reserve(long wish, int priority) {
    return new Reserve(Maps.GROUP, Maps.EPOCH, wish, priority);
  }

  private static Effect reserved(Peer to, long wish) {
    return new Effect.Answer(to, new Reserved(Maps.GROUP, Maps.EPOCH, wish));
  }

  @Test
  void aSlotIsToldByTheStreamOnWhichItWasAskedForLast() {
    recovery.onReserve(PRIMARY, reserve(5, 3));
    assertThat(harness.effects()).containsExactly(new Effect.AskSlot(Slot.REPLICA, 1, 3));
    recovery.onReserve(AGAIN, reserve(6, 3));
    assertThat(harness.effects()).isEmpty();
    recovery.onSlot(1, true);
    assertThat(harness.effects()).containsExactly(reserved(AGAIN, 6));
    recovery.onReserve(PRIMARY, reserve(6, 3));
    assertThat(harness.effects()).containsExactly(reserved(PRIMARY, 6));
    recovery.onSlot(1, false);
    assertThat(harness.effects()).containsExactly(answer(new Revoked(Maps.GROUP, Maps.EPOCH, 6)));
    recovery.onReserve(PRIMARY, reserve(7, 4));
    assertThat(harness.effects()).containsExactly(new Effect.AskSlot(Slot.REPLICA, 2, 4));
  }

  @Test
  void aSlotIsGivenBackWithItsWishAndWithTheInterval() {
    recovery.onReserve(PRIMARY, reserve(5, 3));
    harness.effects();
    recovery.onRelease(new Release(Maps.GROUP, Maps.EPOCH, 4));
    assertThat(harness.effects()).as("of an earlier wish").isEmpty();
    recovery.onRelease(new Release(Maps.GROUP, Maps.EPOCH, 5));
    assertThat(harness.effects()).containsExactly(new Effect.EndSlot(Slot.REPLICA));
    recovery.onIntervalEnded();
    assertThat(harness.effects()).as("there is none").isEmpty();
    recovery = new ReplicaRecovery(harness.replica);
    recovery.onReserve(PRIMARY, reserve(6, 3));
    assertThat(harness.effects())
        .as("no grant to the interval before counts")
        .containsExactly(new Effect.AskSlot(Slot.REPLICA, 2, 3));
    recovery.onIntervalEnded();
    assertThat(harness.effects()).containsExactly(new Effect.EndSlot(Slot.REPLICA));
  }
}
