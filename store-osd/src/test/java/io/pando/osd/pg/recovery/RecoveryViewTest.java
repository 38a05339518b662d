package io.pando.osd.pg.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.ClusterFlag;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupCounts;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.GroupTree;
import io.pando.cluster.Incremental;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.PositionRange;
import io.pando.cluster.Replication;
import io.pando.group.GroupInfo;
import io.pando.group.GroupLineage;
import io.pando.id.MemberId;
import io.pando.id.MemberList;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.Version;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.recovery.copy.Copies;
import io.pando.osd.pg.recovery.copy.CopyBatch;
import io.pando.osd.pg.recovery.copy.ObjectCopy;
import io.pando.osd.pg.recovery.missing.Locations;
import io.pando.osd.pg.recovery.schedule.RecoveryQueue;
import io.pando.osd.pg.recovery.schedule.Reservation;
import io.pando.osd.pg.repair.Differences;
import io.pando.osd.pg.replica.GroupConfig;
import io.pando.osd.pg.replica.Membership;
import io.pando.osd.pg.replica.StoredGroup;
import io.pando.osd.pg.step.RequestNumbers;
import io.pando.report.group.GroupRecovery;
import io.pando.report.group.MissingObject;
import io.pando.report.group.MissingObject.Search;
import io.pando.report.group.MissingObject.State;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecoveryViewTest {
  private static final MemberId SELF = MemberId.of(new OsdId(0));
  private static final MemberId ONE = MemberId.of(new OsdId(1));
  private static final MemberId TWO = MemberId.of(new OsdId(2));
  private static final MemberId THREE = MemberId.of(new OsdId(3));
  private static final ObjectId A = new ObjectId(Integer.reverse(1), "a");
  private static final ObjectId B = new ObjectId(Integer.reverse(2), "b");
  private static final ObjectId C = new ObjectId(Integer.reverse(3), "c");

  /** All that the view looks at. */
  private static final class Setup implements Reservation.Desk {
    final GroupHarness harness;
    final Locations locations;
    final RecoveryQueue queue = new RecoveryQueue();
    final Copies copies = new Copies();
    final DamagedObjects damaged;
    final UnfoundObjects unfound;
    final Reservation reservation = new Reservation(this, new RequestNumbers());
    final RecoveryView view;

    Setup(Membership membership, StoredGroup stored) {
      harness = new GroupHarness(SELF.osd(), membership, GroupConfig.defaults(), stored);
      locations = new Locations(harness.replica);
      damaged = new DamagedObjects(harness.replica, locations);
      unfound = new UnfoundObjects(harness.replica, queue, damaged, locations);
      view =
          new RecoveryView(
              new RecoveryState(harness.replica, locations, queue, copies, damaged, unfound),
              reservation);
    }

    void peer(MemberId osd, ObjectId... lacks) {
      filled(osd, null, lacks);
    }

    void filled(MemberId osd, @Nullable ObjectId upTo, ObjectId... lacks) {
      SortedMap<ObjectId, Version> missing = new TreeMap<>();
      for (ObjectId object : lacks) {
        missing.put(object, new Version(5, object.position()));
      }
      locations.addPeer(osd, harness.replica.info().withBackfill(upTo), missing);
    }

    void objects(long objects) {
      harness.replica.update(
          info -> info.withTotals(new GroupInfo.Totals(objects, 9 * objects, true)));
    }

    @Override
    public void askOwn(long token, int priority) {}

    @Override
    public void endOwn() {}

    @Override
    public void askGuest(MemberId osd, long wish, int priority) {}

    @Override
    public void releaseGuest(MemberId osd, long wish) {}
  }

  private final Setup setup = new Setup(Maps.of(3, Replication.PRIMARY), GroupHarness.fresh());

  @Test
  void copiesAreMissingWhereMembersLackThem() {
    setup.objects(10);
    setup.harness.replica.noteMissing(A, new Version(1, 1));
    setup.peer(ONE, A, B);
    setup.peer(TWO);
    assertThat(setup.view.missingByMember())
        .containsOnly(Map.entry(SELF, 1L), Map.entry(ONE, 2L), Map.entry(TWO, 0L));
    assertThat(setup.view.lacking()).isEqualTo(new RecoveryView.Lacking(3, 0));
  }

  @Test
  void whoIsNotThereLacksEverything() {
    setup.objects(10);
    setup.peer(ONE, A);
    assertThat(setup.view.lacking()).isEqualTo(new RecoveryView.Lacking(11, 0));
  }

  /** Of four members the pool needs three: what the worst one lacks is misplaced. */
  @Test
  void beyondTheSizeOfThePoolCopiesAreMisplaced() {
    setup.objects(10);
    setup.peer(ONE, A, B, C);
    setup.peer(TWO, A);
    setup.peer(THREE);
    assertThat(setup.view.lacking()).isEqualTo(new RecoveryView.Lacking(1, 3));
  }

  private static Setup of(int seed, int count) {
    PgId group = new PgId(Maps.GROUP.pool(), seed);
    Membership some = Maps.of(3, Replication.PRIMARY);
    PoolInfo it = some.pool();
    PoolInfo pool =
        new PoolInfo(
            it.id(),
            "p",
            new PoolInfo.Layout(3, 2, GroupCounts.fresh(count), 0),
            1,
            new PoolInfo.Options(false, 1, Replication.PRIMARY));
    ClusterMap map =
        some.map()
            .apply(new Incremental(Maps.EPOCH + 1, 0, List.of(new Incremental.PutPool(pool))));
    GroupMapping mapping =
        new GroupMapping(group, MemberList.of(Maps.first(3)), MemberList.of(Maps.first(3)));
    return new Setup(
        new Membership(map, mapping),
        StoredGroup.fresh(group, 1, new GroupLineage(count, Maps.EPOCH)));
  }

  private static ObjectId at(int position) {
    return new ObjectId(Integer.reverse(position), "o");
  }

  /** Objects are spread over the positions of the group, whatever bits those begin with. */
  @Test
  void whatIsBehindAMarkIsEstimated() {
    for (int count = 1; count <= 9; count++) {
      for (int seed = 0; seed < count; seed++) {
        Setup of = of(seed, count);
        PositionRange range = GroupTree.range(seed, count);
        of.objects(1_000);
        of.filled(ONE, at(range.first() + (int) (range.size() / 2)), A, B);
        of.filled(TWO, at(range.first() + (int) (range.size() / 4)));
        of.filled(THREE, at(range.first() + (int) (range.size() / 4 * 3)));
        of.filled(MemberId.of(new OsdId(4)), GroupInfo.NOTHING);
        of.filled(MemberId.of(new OsdId(5)), null, A);
        assertThat(of.view.missingByMember().values())
            .as("%d of %d", seed, count)
            .containsExactly(0L, 502L, 750L, 250L, 1_000L, 1L);
      }
    }
  }

  @Test
  void anEstimateIsRoundedUp() {
    setup.objects(3);
    setup.filled(ONE, at(0xffff_0000));
    setup.filled(TWO, at(0xffff_0001));
    setup.filled(THREE, at(0x5555_0000));
    assertThat(setup.view.missingByMember().values()).containsExactly(0L, 1L, 0L, 3L);
  }

  @Test
  void itTellsWhetherAReplicaIsFilledAndCompared() {
    assertThat(setup.view.isBackfilling()).isFalse();
    assertThat(setup.view.isComparing()).isFalse();
    setup.peer(ONE, A);
    assertThat(setup.view.isBackfilling()).isFalse();
    assertThat(setup.view.isComparing()).isFalse();
    setup.filled(TWO, GroupInfo.NOTHING);
    assertThat(setup.view.isBackfilling()).isTrue();
    assertThat(setup.view.isComparing()).isTrue();
    setup.locations.peer(TWO).setDifferences(Differences.all(PositionRange.ALL));
    assertThat(setup.view.isBackfilling()).isTrue();
    assertThat(setup.view.isComparing()).isFalse();
  }

  private static SortedSet<MemberId> members(MemberId... members) {
    return new TreeSet<>(List.of(members));
  }

  @Test
  void theReportTellsOfSlotsAndCopies() {
    setup.peer(ONE, A, B);
    assertThat(setup.view.report()).isEqualTo(new GroupRecovery(false, 0, 0, 0, 0));
    setup.reservation.want(new TreeSet<>(), 7);
    setup.reservation.onGranted(1);
    setup.copies.add(new ObjectCopy(C, Version.ZERO, new CopyBatch(1)));
    setup.queue.add(A, true);
    setup.queue.add(B, false);
    setup.queue.setAside(C);
    assertThat(setup.view.isGranted()).isTrue();
    assertThat(setup.view.report())
        .as("nobody lacks what was set aside")
        .isEqualTo(new GroupRecovery(true, 7, 1, 2, 0));
    setup.queue.setAside(A);
    assertThat(setup.view.report()).isEqualTo(new GroupRecovery(true, 7, 1, 1, 1));
    assertThat(setup.view.count(State.NO_ROOM)).isOne();
  }

  @Test
  void itSaysWhatItWaitsFor() {
    assertThat(setup.view.waitsFor()).as("all are whole").isEmpty();
    setup.peer(ONE, A);
    assertThat(setup.view.waitsFor()).isEqualTo("the next retry of missing objects");
    setup.reservation.want(new TreeSet<>(List.of(ONE)), 7);
    assertThat(setup.view.waitsFor()).isEqualTo("a recovery slot of osd.0");
    setup.reservation.onGranted(1);
    assertThat(setup.view.waitsFor()).isEqualTo("a recovery slot of osd.1");
    setup.reservation.onReserved(ONE, 0);
    assertThat(setup.view.waitsFor()).isEmpty();
    setup.reservation.end();
    assertThat(setup.view.waitsFor()).isEqualTo("the next retry of missing objects");
  }

  @Test
  void aFlagMayHoldRecoveryUp() {
    Membership flagged =
        Maps.of(
            Maps.first(3),
            Maps.first(3),
            Replication.PRIMARY,
            Maps.EPOCH,
            new TreeSet<>(List.of(ClusterFlag.NORECOVER)));
    Setup held = new Setup(flagged, GroupHarness.fresh());
    held.peer(ONE, A);
    assertThat(held.view.waitsFor()).isEqualTo("the flag norecover to be unset");
  }

  @Test
  void missingObjectsAreToldTheUnfoundOnesFirst() {
    Version version = new Version(3, 3);
    setup.harness.replica.noteMissing(B, version);
    setup.harness.replica.noteMissing(C, version);
    setup.peer(ONE, A, C);
    setup.peer(TWO, A, C);
    setup.queue.setAside(C);
    setup.queue.setAside(new ObjectId(77, "nobody lacks it"));
    setup.damaged.add(C);
    Search none = Search.NONE;
    Search inVain =
        new Search(State.UNFOUND, members(), new TreeSet<>(Maps.first(8)), true, new Version(2, 2));
    inVain.awaited().remove(SELF.osd());
    setup.unfound.add(copy(C, version, new Version(2, 2)));
    MissingObject c = new MissingObject(C, version, members(SELF, ONE, TWO), inVain);
    MissingObject b = new MissingObject(B, version, members(SELF), none);
    MissingObject a = new MissingObject(A, new Version(5, 1), members(ONE, TWO), none);
    assertThat(setup.view.missing(9)).containsExactly(c, b, a);
    assertThat(setup.view.missing(3)).containsExactly(c, b, a);
    assertThat(setup.view.missing(2)).containsExactly(c, b);
    assertThat(setup.view.count(State.UNFOUND)).isOne();
    setup.unfound.remove(C);
    assertThat(setup.view.missing(1).getFirst().state()).isEqualTo(State.NO_ROOM);
    setup.queue.remove(C);
    assertThat(setup.view.missing(1).getFirst().state()).isEqualTo(State.RECOVERABLE);
  }

  /** A copy that no OSD could send; this OSD has an older version. */
  private static ObjectCopy copy(ObjectId object, Version version, Version older) {
    ObjectCopy copy = new ObjectCopy(object, version, new CopyBatch(0));
    copy.onOther(SELF, older);
    return copy;
  }
}
