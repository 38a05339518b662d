package io.pando.osd.pg.recovery.backfill;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.PositionRange;
import io.pando.cluster.Replication;
import io.pando.group.GroupInfo;
import io.pando.group.GroupInfo.Totals;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.message.RecoveryMessage.BackfillNoted;
import io.pando.message.RecoveryMessage.Backfilled;
import io.pando.message.RecoveryMessage.Scan;
import io.pando.message.RecoveryMessage.Scanned;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.harness.TreeHarness;
import io.pando.osd.pg.recovery.RecoveryModel;
import io.pando.osd.pg.recovery.missing.Locations;
import io.pando.osd.pg.recovery.missing.PeerState;
import io.pando.osd.pg.recovery.missing.PlacementMark;
import io.pando.osd.pg.recovery.schedule.RecoveryQueue;
import io.pando.osd.pg.repair.Differences;
import io.pando.osd.pg.repair.ReplicaReturns;
import io.pando.osd.pg.step.Effect;
import io.pando.report.group.ReturnReport;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Two replicas are filled of which some of sixteen parts differ from the primary's. */
class BackfillPartsTest {
  private static final MemberId B = MemberId.of(new OsdId(1));
  private static final MemberId C = MemberId.of(new OsdId(2));
  private static final int LEVEL = 4;
  private static final int PART = 1 << 28;
  private static final Version AT = new Version(1, 1);

  private final GroupHarness harness =
      new GroupHarness(new OsdId(0), Maps.of(3, Replication.PRIMARY), RecoveryModel.config(false));
  private final Locations locations = new Locations(harness.replica);
  private final RecoveryQueue queue = new RecoveryQueue();
  private final ReplicaReturns returns = new ReplicaReturns(_ -> {});
  private final FoundByBackfill found = new FoundByBackfill();
  private Backfill backfill = backfill();

  private Backfill backfill() {
    return new Backfill(harness.replica, locations, queue, found, returns);
  }

  private static ObjectId in(int part, int number) {
    return TreeHarness.in(part, number);
  }

  private static ObjectId before(int part) {
    return ObjectId.before(part * PART);
  }

  /** The replica differs in these parts. */
  private PeerState peer(MemberId member, ObjectId filledTo, int... parts) {
    locations.addPeer(member, harness.replica.info().withBackfill(filledTo), new TreeMap<>());
    Differences differences = Differences.none(PositionRange.ALL, LEVEL);
    for (int part : parts) {
      differences.add(in(part, 0));
    }
    PeerState peer = locations.peer(member);
    peer.setDifferences(differences);
    return peer;
  }

  /** The group has {@code objects} objects, which decides how many parts are compared. */
  private void objects(long objects) {
    harness.replica.update(info -> info.withTotals(new Totals(objects, objects, true)));
    harness.settle();
  }

  private void put(int part, int count) {
    for (int i = 0; i < count; i++) {
      harness.put(in(part, i), AT, "four");
    }
  }

  private static Effect scan(MemberId member, ObjectId after, Integer... parts) {
    return new Effect.Send(
        member, new Scan(Maps.GROUP, Maps.EPOCH, after, 4, LEVEL, List.of(parts)));
  }

  private void scanned(MemberId from, ObjectId after, boolean more, ObjectId... has) {
    SortedMap<ObjectId, Version> objects = new TreeMap<>();
    for (ObjectId object : has) {
      objects.put(object, AT);
    }
    backfill.onScanned(from, new Scanned(Maps.GROUP, Maps.EPOCH, after, objects, more));
    backfill.thoroughInvariants();
  }

  private static Effect list(long token, @Nullable ObjectId after, PositionRange... parts) {
    return new Effect.ListVersions(token, List.of(parts), after, 4);
  }

  private static PositionRange part(int first, int last) {
    return new PositionRange(first * PART, last * PART + PART - 1);
  }

  private ReturnReport report(MemberId member) {
    return returns.of(member).report();
  }

  @Test
  void asManyPartsAreListedAsHaveAListOfObjects() {
    peer(B, GroupInfo.NOTHING, 0, 1, 2, 7);
    for (long objects : new long[] {64, 33, 32, 21, 16, 1, 0}) {
      int parts = (int) Math.min(4, objects == 0 ? 64 : 64 / objects);
      objects(objects);
      backfill = backfill();
      backfill.advance();
      Scan scan = harness.said(Scan.class).getFirst();
      assertThat(scan.parts()).as("%d", objects).isEqualTo(List.of(0, 1, 2, 7).subList(0, parts));
    }
    objects(1_000);
    backfill = backfill();
    backfill.advance();
    assertThat(harness.effects()).containsExactly(scan(B, GroupInfo.NOTHING, 0));
  }

  @Test
  void partsAreListedBehindOneAnother() {
    objects(32);
    put(2, 1);
    put(3, 1);
    put(9, 2);
    PeerState peer = peer(B, GroupInfo.NOTHING, 2, 3, 9);
    backfill.advance();
    assertThat(harness.effects()).containsExactly(scan(B, GroupInfo.NOTHING, 2, 3));
    assertThat(harness.read()).isEqualTo(list(1, null, part(2, 3)));
    harness.pass(70);
    scanned(B, GroupInfo.NOTHING, false, in(2, 0));
    assertThat(found.compared).isZero();
    harness.answer();
    assertThat(found.compared).isOne();
    assertThat(found.lacking).containsExactly(in(3, 0));
    assertThat(peer.compared()).isEqualTo(new PlacementMark(before(9)));
    assertThat(report(B).times()).isEqualTo(new ReturnReport.Times(70, 0, 0));
    backfill.advance();
    assertThat(harness.effects()).containsExactly(scan(B, before(9), 9));
    assertThat(harness.read()).isEqualTo(list(2, before(9), part(9, 9)));
    harness.answer();
    harness.pass(5);
    scanned(B, before(9), false, in(9, 0));
    assertThat(peer.compared()).isEqualTo(PlacementMark.END);
    assertThat(found.lacking).containsExactly(in(3, 0), in(9, 1));
    ReturnReport report = report(B);
    assertThat(report.cost().rounds()).isEqualTo(2);
    assertThat(report.cost().listed()).isEqualTo(2);
    assertThat(report.lacking()).isEqualTo(2);
    assertThat(report.cost().bytes()).isEqualTo(3 * 3 + 2 * (12 + 4 + 1));
    assertThat(report.times().discoveryNanos()).isEqualTo(75);
    assertThat(report.times().knownNanos()).isPositive();
    assertThat(backfill.hasMore()).isFalse();
  }

  @Test
  void aReplicaThatDiffersNowhereIsComparedWithoutAList() {
    objects(32);
    put(5, 2);
    PeerState peer = peer(B, GroupInfo.NOTHING);
    backfill.advance();
    assertThat(harness.effects()).isEmpty();
    backfill.onReset(B);
    assertThat(harness.effects()).as("nothing was asked").isEmpty();
    harness.answer();
    assertThat(peer.compared()).isEqualTo(PlacementMark.END);
    assertThat(found.lacking).isEmpty();
    assertThat(found.compared).isOne();
  }

  /** An object is read once for all, so both are compared at the same place. */
  @Test
  void replicasThatAreEquallyFarGoTogether() {
    objects(32);
    put(2, 1);
    put(3, 1);
    put(6, 1);
    put(7, 1);
    PeerState b = peer(B, GroupInfo.NOTHING, 2, 6, 7);
    PeerState c = peer(C, GroupInfo.NOTHING, 3, 6);
    backfill.advance();
    assertThat(harness.effects())
        .containsExactly(scan(B, GroupInfo.NOTHING, 2, 6), scan(C, GroupInfo.NOTHING, 3, 6));
    assertThat(harness.read()).isEqualTo(list(1, null, part(2, 3), part(6, 6)));
    harness.answer();
    scanned(B, GroupInfo.NOTHING, false, in(2, 0));
    assertThat(found.compared).as("one more is awaited").isZero();
    backfill.onReset(C);
    assertThat(harness.effects()).containsExactly(scan(C, GroupInfo.NOTHING, 3, 6));
    scanned(C, GroupInfo.NOTHING, false);
    assertThat(b.missing()).containsOnlyKeys(in(6, 0)).containsEntry(in(6, 0), AT);
    assertThat(c.missing()).containsOnlyKeys(in(3, 0), in(6, 0));
    assertThat(b.compared())
        .as("no further than the other")
        .isEqualTo(new PlacementMark(before(7)));
    assertThat(c.compared()).isEqualTo(b.compared());
    assertThat(found.compared).isOne();
  }

  @Test
  void whoIsBehindCatchesUpFirstAndNoFurther() {
    objects(32);
    put(2, 1);
    put(6, 1);
    PeerState b = peer(B, before(5), 2, 6);
    PeerState c = peer(C, GroupInfo.NOTHING, 2, 6);
    backfill.advance();
    assertThat(harness.effects()).containsExactly(scan(C, GroupInfo.NOTHING, 2, 6));
    harness.answer();
    scanned(C, GroupInfo.NOTHING, false);
    assertThat(c.compared()).isEqualTo(new PlacementMark(before(5)));
    assertThat(c.missing()).containsOnlyKeys(in(2, 0));
    backfill.advance();
    assertThat(harness.effects()).containsExactly(scan(B, before(5), 6), scan(C, before(5), 6));
    harness.answer();
    scanned(B, before(5), false, in(6, 0));
    scanned(C, before(5), false, in(6, 0));
    assertThat(List.of(b.compared(), c.compared())).containsOnly(PlacementMark.END);
  }

  /** The object is in no part that differed; its part does from now on. */
  @Test
  void whatChangesBehindTheMarkDiffersFromThenOn() {
    objects(32);
    PeerState peer = peer(B, GroupInfo.NOTHING, 2);
    put(9, 1);
    backfill.onChanged(in(9, 0), AT);
    assertThat(locations.peer(B).differences()).isNotNull();
    backfill.advance();
    assertThat(harness.effects()).containsExactly(scan(B, GroupInfo.NOTHING, 2, 9));
    harness.answer();
    scanned(B, GroupInfo.NOTHING, false);
    assertThat(peer.missing()).containsOnlyKeys(in(9, 0));
  }

  /** Of what changes while it is listed, only what lies before the end of the lists is known. */
  @Test
  void whatChangesBeyondTheListsIsFoundLater() {
    objects(32);
    PeerState peer = peer(B, before(2), 2, 3, 9);
    backfill.advance();
    backfill.onChanged(in(1, 0), AT);
    backfill.onChanged(in(9, 0), AT);
    backfill.onChanged(in(3, 5), AT);
    harness.answer();
    scanned(B, before(2), false);
    assertThat(found.lacking).containsExactly(in(3, 5));
    assertThat(peer.compared()).isEqualTo(new PlacementMark(before(9)));
  }

  @Test
  void whatIsMissingHereCountsAsItShouldBe() {
    objects(64);
    put(2, 1);
    Version newer = new Version(Maps.EPOCH, 9);
    harness.replica.noteMissing(in(2, 0), newer);
    harness.replica.noteMissing(in(2, 1), newer);
    PeerState peer = peer(B, GroupInfo.NOTHING, 2);
    backfill.advance();
    harness.settle();
    scanned(B, GroupInfo.NOTHING, false, in(2, 0));
    assertThat(peer.missing())
        .containsOnlyKeys(in(2, 0), in(2, 1))
        .containsEntry(in(2, 0), newer)
        .containsEntry(in(2, 1), newer);
  }

  /** Both sides list up to where their lists end, and what lies behind is compared next. */
  @Test
  void theShorterListIsTheEnd() {
    objects(64);
    put(2, 6);
    PeerState peer = peer(B, GroupInfo.NOTHING, 2);
    backfill.advance();
    harness.answer();
    scanned(B, GroupInfo.NOTHING, true, in(2, 0), in(2, 1), in(2, 2), in(2, 3), in(2, 9));
    assertThat(peer.compared()).isEqualTo(new PlacementMark(in(2, 3)));
    assertThat(found.lacking).isEmpty();
    backfill.advance();
    assertThat(harness.read()).isEqualTo(list(2, in(2, 3), part(2, 2)));
    harness.answer();
    scanned(B, in(2, 3), false, in(2, 3), in(2, 9));
    assertThat(found.lacking).containsExactly(in(2, 4), in(2, 5), in(2, 9));
    assertThat(peer.missing()).containsEntry(in(2, 9), Version.ZERO);
  }

  /** Forty-eight objects that cannot be copied are enough. */
  @Test
  void itRestsWhenMuchIsMissing() {
    PeerState peer = peer(B, before(4), 7);
    for (int i = 0; i < 47; i++) {
      peer.missing().put(in(3, i), AT);
    }
    assertThat(backfill.hasMore()).isTrue();
    peer.missing().put(in(3, 47), AT);
    assertThat(backfill.hasMore()).isFalse();
    backfill.advance();
    assertThat(harness.effects()).isEmpty();
    assertThat(harness.reads()).isZero();
  }

  @Test
  void onlyWhoIsFilledIsTold() {
    locations.addPeer(C, harness.replica.info(), new TreeMap<>());
    PeerState peer = peer(B, GroupInfo.NOTHING);
    harness.pass(9);
    backfill.claim();
    assertThat(harness.effects()).isEmpty();
    assertThat(report(C).times().wholeNanos()).isPositive();
    assertThat(report(B).times().wholeNanos()).isZero();
    backfill.onNoted(C, new BackfillNoted(Maps.GROUP, Maps.EPOCH, null));
    backfill.advance();
    harness.answer();
    backfill.claim();
    assertThat(harness.effects())
        .containsExactly(new Effect.Send(B, new Backfilled(Maps.GROUP, Maps.EPOCH, null)));
    assertThat(backfill.hasMore()).as("a claim is on its way").isTrue();
    backfill.onReset(C);
    assertThat(harness.effects()).isEmpty();
    backfill.onNoted(B, new BackfillNoted(Maps.GROUP, Maps.EPOCH, null));
    assertThat(peer.isWhole()).isTrue();
    assertThat(backfill.hasMore()).isFalse();
    harness.pass(1);
    backfill.claim();
    assertThat(report(B).times().wholeNanos()).isPositive();
  }

  @Test
  void whatIsFetchedOutsideOfAListIsForgotten() {
    objects(64);
    peer(B, GroupInfo.NOTHING, 2);
    backfill.onFetched(in(2, 0), AT);
    backfill.advance();
    harness.answer();
    scanned(B, GroupInfo.NOTHING, false);
    assertThat(found.lacking).isEmpty();
  }
}
