package io.pando.osd.pg.recovery.backfill;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.PositionRange;
import io.pando.cluster.Replication;
import io.pando.group.GroupInfo;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.message.RecoveryMessage.BackfillNoted;
import io.pando.message.RecoveryMessage.Backfilled;
import io.pando.message.RecoveryMessage.CompareTrees;
import io.pando.message.RecoveryMessage.Scan;
import io.pando.message.RecoveryMessage.Scanned;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.recovery.RecoveryModel;
import io.pando.osd.pg.recovery.missing.Locations;
import io.pando.osd.pg.recovery.missing.PlacementMark;
import io.pando.osd.pg.recovery.schedule.RecoveryQueue;
import io.pando.osd.pg.repair.ReplicaReturns;
import io.pando.osd.pg.replica.Awaiting;
import io.pando.osd.pg.step.Effect;
import io.pando.store.StoreOp;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a primary finds out of a replica that is filled, and what it tells it. */
class BackfillStepsTest {
  private static final MemberId TARGET = MemberId.of(new OsdId(1));

  private final GroupHarness harness =
      new GroupHarness(new OsdId(0), Maps.of(2, Replication.PRIMARY), RecoveryModel.config(false));
  private final Locations locations = new Locations(harness.replica);
  private final RecoveryQueue queue = new RecoveryQueue();
  private final FoundByBackfill found = new FoundByBackfill();
  private final Backfill backfill =
      new Backfill(harness.replica, locations, queue, found, new ReplicaReturns(_ -> {}));
  private List<ObjectId> all = List.of();

  @BeforeEach
  void fill() {
    for (int i = 0; i < 6; i++) {
      harness.replica.append(
          harness.update("o" + i, new RequestId(9, i + 1L)), Version.ZERO, Awaiting.nothing());
    }
    harness.settle();
    all = harness.store.ids();
    GroupInfo info = harness.replica.info().withBackfill(GroupInfo.NOTHING);
    locations.addPeer(TARGET, info, new TreeMap<>());
  }

  private Version version(ObjectId object) {
    return harness.replica.log().newestOf(object).orElseThrow().version();
  }

  private Scanned scanned(ObjectId after, boolean more, ObjectId... has) {
    SortedMap<ObjectId, Version> objects = new TreeMap<>();
    for (ObjectId object : has) {
      objects.put(object, version(object));
    }
    return new Scanned(Maps.GROUP, Maps.EPOCH, after, objects, more);
  }

  private static Effect scan(ObjectId after) {
    return new Effect.Send(TARGET, new Scan(Maps.GROUP, Maps.EPOCH, after, 4, 0, List.of(0)));
  }

  @Test
  void bothSidesAreListedAndWhatDiffersIsLacking() {
    backfill.advance();
    assertThat(harness.effects()).containsExactly(scan(GroupInfo.NOTHING));
    assertThat(harness.read())
        .isEqualTo(new Effect.ListVersions(1, List.of(PositionRange.ALL), null, 4));
    backfill.onScanned(TARGET, scanned(GroupInfo.NOTHING, false, all.get(0), all.get(2)));
    assertThat(found.compared).isZero();
    harness.answer();
    assertThat(found.compared).isOne();
    assertThat(found.lacking).containsExactly(all.get(1), all.get(3));
    assertThat(locations.peer(TARGET).compared()).isEqualTo(new PlacementMark(all.get(3)));
    assertThat(locations.peer(TARGET).missing().get(all.get(1))).isEqualTo(version(all.get(1)));
    backfill.advance();
    assertThat(harness.effects()).containsExactly(scan(all.get(3)));
    harness.answer();
    backfill.onScanned(TARGET, scanned(all.get(3), false, all.get(4), all.get(5)));
    assertThat(locations.peer(TARGET).compared()).isEqualTo(PlacementMark.END);
    assertThat(backfill.hasMore()).isFalse();
    backfill.advance();
    assertThat(harness.effects()).isEmpty();
  }

  /** The shorter list tells how far it was compared. */
  @Test
  void whatTheOtherSideDidNotListIsNotCompared() {
    backfill.advance();
    harness.answer();
    backfill.onScanned(TARGET, scanned(GroupInfo.NOTHING, true, all.get(0), all.get(1)));
    assertThat(found.lacking).isEmpty();
    assertThat(locations.peer(TARGET).compared()).isEqualTo(new PlacementMark(all.get(1)));
  }

  @Test
  void anotherVersionIsLackingAndWhatDoesNotExistIsToGo() {
    backfill.advance();
    harness.answer();
    SortedMap<ObjectId, Version> has = new TreeMap<>(harness.store.versions());
    has.put(all.getFirst(), Version.ZERO);
    ObjectId strange = new ObjectId(0, "strange");
    has.put(strange, new Version(1, 1));
    backfill.onScanned(TARGET, new Scanned(Maps.GROUP, Maps.EPOCH, GroupInfo.NOTHING, has, false));
    assertThat(found.lacking).containsExactlyInAnyOrder(all.getFirst(), strange);
    assertThat(locations.peer(TARGET).missing().get(strange)).isEqualTo(Version.ZERO);
    assertThat(locations.peer(TARGET).missing().get(all.getFirst()))
        .isEqualTo(version(all.getFirst()));
  }

  @Test
  void anAnswerToSomethingElseIsDropped() {
    backfill.onScanned(TARGET, scanned(GroupInfo.NOTHING, false));
    backfill.advance();
    harness.answer();
    backfill.onScanned(TARGET, scanned(all.getFirst(), false));
    backfill.onScanned(MemberId.of(new OsdId(5)), scanned(GroupInfo.NOTHING, false));
    assertThat(found.compared).isZero();
  }

  /** It is neither in the list, which is older, nor missing any more. */
  @Test
  void whatThePrimaryGetsWhileItListsIsCompared() {
    ObjectId late = all.get(1);
    Version version = version(late);
    harness.store.apply(List.of(new StoreOp.Remove(GroupHarness.COLLECTION, late)));
    backfill.advance();
    backfill.onFetched(late, version);
    harness.answer();
    backfill.onScanned(TARGET, scanned(GroupInfo.NOTHING, false, all.get(0), all.get(2)));
    assertThat(found.lacking).contains(late);
    assertThat(locations.peer(TARGET).missing().get(late)).isEqualTo(version);
  }

  @Test
  void whatChangesWhileItIsListedIsLacking() {
    backfill.advance();
    harness.answer();
    backfill.onChanged(all.get(0), new Version(9, 9));
    backfill.onChanged(all.get(1), Version.ZERO);
    backfill.onScanned(
        TARGET, scanned(GroupInfo.NOTHING, false, all.get(0), all.get(2), all.get(3)));
    assertThat(found.lacking).containsExactly(all.get(0), all.get(1));
    assertThat(locations.peer(TARGET).missing())
        .containsEntry(all.get(0), new Version(9, 9))
        .containsEntry(all.get(1), Version.ZERO);
  }

  @Test
  void aMarkIsToldOnceNothingBeforeItIsMissing() {
    backfill.advance();
    harness.answer();
    backfill.onScanned(TARGET, scanned(GroupInfo.NOTHING, false, all.get(0), all.get(2)));
    harness.effects();
    backfill.claim();
    assertThat(harness.effects()).isEmpty();
    locations.found(TARGET, all.get(1));
    locations.found(TARGET, all.get(3));
    backfill.claim();
    Effect claim = new Effect.Send(TARGET, new Backfilled(Maps.GROUP, Maps.EPOCH, all.get(3)));
    assertThat(harness.effects()).containsExactly(claim);
    assertThat(backfill.hasMore()).isTrue();
    backfill.claim();
    assertThat(harness.effects()).isEmpty();
    backfill.onReset(TARGET);
    assertThat(harness.effects()).containsExactly(claim);
    backfill.onNoted(TARGET, new BackfillNoted(Maps.GROUP, Maps.EPOCH, all.get(3)));
    backfill.onNoted(MemberId.of(new OsdId(5)), new BackfillNoted(Maps.GROUP, Maps.EPOCH, null));
    assertThat(locations.peer(TARGET).noted()).isEqualTo(new PlacementMark(all.get(3)));
    backfill.onReset(TARGET);
    assertThat(harness.effects()).isEmpty();
  }

  @Test
  void aListIsAskedForAgainAndForgottenWithItsInterval() {
    backfill.advance();
    harness.effects();
    backfill.onReset(TARGET);
    assertThat(harness.effects()).containsExactly(scan(GroupInfo.NOTHING));
    backfill.advance();
    assertThat(harness.effects()).as("one at a time").isEmpty();
    harness.replica.onIntervalEnded();
    harness.answer();
    backfill.onScanned(TARGET, scanned(GroupInfo.NOTHING, false));
    assertThat(found.compared).isZero();
  }

  /** The next interval compares them again, from the root. */
  @Test
  void aComparisonOfTreesEndsWithItsInterval() {
    GroupHarness comparing =
        new GroupHarness(new OsdId(0), Maps.of(2, Replication.PRIMARY), RecoveryModel.config(true));
    Locations copies = new Locations(comparing.replica);
    copies.addPeer(
        TARGET, comparing.replica.info().withBackfill(GroupInfo.NOTHING), new TreeMap<>());
    Backfill trees =
        new Backfill(comparing.replica, copies, queue, found, new ReplicaReturns(_ -> {}));
    trees.advance();
    List<CompareTrees> asked = comparing.said(CompareTrees.class);
    assertThat(asked).hasSize(1);
    trees.advance();
    assertThat(comparing.effects()).as("it is under way").isEmpty();
    trees = new Backfill(comparing.replica, copies, queue, found, new ReplicaReturns(_ -> {}));
    trees.onReset(TARGET);
    assertThat(comparing.effects()).as("none is under way").isEmpty();
    trees.advance();
    assertThat(comparing.said(CompareTrees.class)).isEqualTo(asked);
  }

  /** Six objects of a batch each way. */
  @Test
  void itRestsWhenEnoughWaitsToBeCopied() {
    for (int i = 0; i < 5; i++) {
      queue.add(new ObjectId(i, "waits"), false);
    }
    assertThat(backfill.hasMore()).isTrue();
    queue.add(new ObjectId(5, "waits"), false);
    assertThat(backfill.hasMore()).isFalse();
    backfill.advance();
    assertThat(harness.reads()).isZero();
  }
}
