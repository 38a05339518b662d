package io.pando.osd.pg.peering;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupCounts;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.Replication;
import io.pando.crush.CrushMap;
import io.pando.group.GroupInfo;
import io.pando.group.GroupInfo.History;
import io.pando.group.GroupInfo.Interval;
import io.pando.group.GroupLineage;
import io.pando.id.ClusterId;
import io.pando.id.MemberId;
import io.pando.id.MemberList;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.Version;
import io.pando.osd.pg.redundancy.WholeCopies;
import io.pando.osd.pg.replica.Membership;
import io.pando.osd.pg.replica.StoredGroup;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class IntervalsTest {
  private static final PgId GROUP = new PgId(new PoolId(1), 0);
  private static final OsdId A = new OsdId(0);
  private static final OsdId B = new OsdId(1);
  private static final OsdId C = new OsdId(2);

  private final SortedMap<OsdId, OsdInfo> osds = new TreeMap<>();

  private void osd(OsdId id, boolean up, long upThru) {
    osds.put(
        id,
        new OsdInfo(
            id,
            null,
            up,
            new OsdInfo.Weight(true, OsdInfo.FULL_WEIGHT),
            new OsdInfo.Endpoint(null, 1),
            new OsdInfo.UpHistory(1, upThru, 0, 0)));
  }

  private static MemberId member(OsdId osd) {
    return MemberId.of(osd);
  }

  private Membership at(long epoch, OsdId... acting) {
    return at(epoch, List.of(acting), List.of(acting));
  }

  private Membership at(long epoch, List<OsdId> up, List<OsdId> acting) {
    SortedMap<PoolId, PoolInfo> pools = new TreeMap<>();
    pools.put(
        new PoolId(1),
        new PoolInfo(
            new PoolId(1),
            "p",
            new PoolInfo.Layout(3, 2, GroupCounts.fresh(1), 0),
            5,
            new PoolInfo.Options(false, 0, Replication.PRIMARY)));
    ClusterMap map =
        new ClusterMap(
            new ClusterMap.Stamp(new ClusterId(new UUID(1, 2)), epoch, 0),
            new ClusterMap.PlacementInput(osds, pools, CrushMap.builder().build(), new TreeMap<>()),
            new TreeSet<>(),
            List.of(),
            ClusterMap.Losses.NONE);
    return new Membership(map, new GroupMapping(GROUP, MemberList.of(up), MemberList.of(acting)));
  }

  private static History known(long since, long started) {
    return new History(5, started, 0, since, 5, List.of());
  }

  /** The history as an OSD outside the group sees it. */
  private static History advance(History history, Membership before, Membership after) {
    GroupInfo outside = StoredGroup.emptyInfo(GROUP, 5, 5).withHistory(history);
    return Intervals.advance(outside, MemberId.of(new OsdId(9)), before, after, true);
  }

  private static PriorSet prior(History history, Membership now) {
    SortedMap<MemberId, GroupInfo> heard = new TreeMap<>();
    heard.put(member(A), StoredGroup.emptyInfo(GROUP, 5, now.epoch()).withHistory(history));
    return PriorSet.of(history, now, member(A), heard, new WholeCopies());
  }

  @Test
  void anIntervalEndsWithItsMembersAndMayHaveWrittenOnlyWithProofAndEnoughReplicas() {
    osd(A, true, 10);
    osd(B, true, 0);
    History proven = advance(known(10, 10), at(12, A, B), at(13, B));
    assertThat(proven.sameIntervalSince()).isEqualTo(13);
    assertThat(proven.intervals().getLast().mayHaveWritten()).isTrue();
    assertThat(proven.intervals().getLast().last()).isEqualTo(12);

    History unproven = advance(known(11, 5), at(12, A, B), at(13, B));
    assertThat(unproven.intervals().getLast().mayHaveWritten()).isFalse();

    History tooFew = advance(known(10, 5), at(12, A), at(13, B));
    assertThat(tooFew.intervals().getLast().mayHaveWritten()).isFalse();
  }

  /** OSDs to be filled count as replicas, but an interval needs a primary. */
  @Test
  void anIntervalWithoutAPrimaryThatTheMapKnowsHasNotWritten() {
    osd(A, true, 10);
    osd(B, true, 10);
    History filled = advance(known(10, 10), at(12, List.of(A, B), List.of(A)), at(13, B));
    assertThat(filled.intervals().getLast().mayHaveWritten()).isTrue();
    History unled = advance(known(10, 10), at(12, List.of(A, B), List.of()), at(13, B));
    assertThat(unled.intervals())
        .containsExactly(new Interval(10, 12, MemberList.of(A, B), MemberList.EMPTY, false));
    History unknown = advance(known(10, 10), at(12, C, A), at(13, B));
    assertThat(unknown.intervals().getLast().mayHaveWritten()).isFalse();
  }

  @Test
  void nothingIsKnownOfThePastIfMapsWereMissed() {
    osd(A, true, 10);
    History history =
        new History(
            5, 8, 6, 10, 7, List.of(new Interval(7, 9, MemberList.of(A), MemberList.of(A), true)));
    GroupInfo outside = StoredGroup.emptyInfo(GROUP, 5, 5).withHistory(history);
    assertThat(Intervals.advance(outside, member(C), at(12, A, B), at(14, A, B), false))
        .isEqualTo(new History(5, 8, 6, 14, 14, List.of()));
  }

  /** An update takes all members, so that one who was not activated knows that there was none. */
  @Test
  void aMemberThatWasNotActivatedKnowsThatNobodyHasWritten() {
    osd(A, true, 10);
    osd(B, true, 0);
    for (long started : List.of(9L, 10L)) {
      for (long held : List.of(10L, 11L)) {
        for (OsdId self : List.of(B, C)) {
          GroupInfo mine =
              StoredGroup.emptyInfo(GROUP, 5, held).startedIn(started).withHistory(known(10, 9));
          History after = Intervals.advance(mine, member(self), at(12, A, B), at(13, B), true);
          boolean leftOut = started == 9 && held == 10 && self.equals(B);
          assertThat(after.intervals().getLast().mayHaveWritten())
              .as("%s has held it since %d and was activated in %d", self, held, started)
              .isEqualTo(!leftOut);
        }
      }
    }
  }

  @Test
  void mapsThatTheHistoryKnowsAlreadyAddNothing() {
    osd(A, true, 10);
    History history = known(13, 10);
    assertThat(advance(history, at(12, A, B), at(13, B))).isEqualTo(history);
    assertThat(advance(history, at(13, B), at(14, B))).isEqualTo(history);
  }

  /** Twenty of those in which nothing was written are kept, the newest, and all the others. */
  @Test
  void intervalsInWhichNothingWasWrittenAreForgotten() {
    osd(A, true, 0);
    osd(B, true, 0);
    osd(C, true, 1_000);
    History history = known(10, 10);
    for (int i = 0; i < 40; i++) {
      boolean quiet = i % 3 != 2;
      OsdId[] acting = quiet ? new OsdId[] {i % 3 == 0 ? A : B, C} : new OsdId[] {C, A};
      OsdId[] next = {i % 3 == 0 ? B : C, i % 3 == 1 ? A : C, B};
      long epoch = 10 + 2L * i;
      history = advance(history, at(epoch + 1, acting), at(epoch + 2, next));
      int seen = i + 1;
      int quietSeen = seen - seen / 3;
      List<Interval> kept = history.intervals();
      assertThat(kept.stream().filter(it -> !it.mayHaveWritten()).count())
          .isEqualTo(Math.min(20, quietSeen));
      assertThat(kept.stream().filter(Interval::mayHaveWritten).count()).isEqualTo(seen / 3);
      assertThat(kept).extracting(Interval::first).isSorted();
      assertThat(kept.getLast().first()).isEqualTo(epoch);
      long oldestQuiet = 10 + 2L * oldest(seen, 20);
      assertThat(kept.stream().filter(it -> !it.mayHaveWritten()).findFirst().orElseThrow().first())
          .isEqualTo(oldestQuiet);
    }
  }

  /** The number of the quiet interval with which the newest {@code count} begin, or the first. */
  private static int oldest(int seen, int count) {
    int left = count;
    int first = 0;
    for (int i = seen - 1; i >= 0 && left > 0; i--) {
      if (i % 3 != 2) {
        first = i;
        left--;
      }
    }
    return first;
  }

  @Test
  void twoThatMeetKnowWhatEitherKnows() {
    List<Interval> some = List.of(new Interval(5, 7, MemberList.of(A), MemberList.of(A), true));
    History deep = new History(5, 8, 6, 20, 5, some);
    History shallow = new History(6, 7, 9, 20, 15, List.of());
    History both = new History(6, 8, 9, 20, 5, some);
    assertThat(Intervals.merge(deep, shallow)).isEqualTo(both);
    assertThat(Intervals.merge(shallow, deep)).isEqualTo(both);
    History later = new History(5, 8, 6, 21, 5, some);
    assertThat(Intervals.merge(shallow, later))
        .as("whose present interval is another one is not followed")
        .isEqualTo(new History(6, 8, 9, 20, 15, List.of()));
    History equal = new History(6, 7, 9, 20, 15, some);
    assertThat(Intervals.merge(shallow, equal)).isEqualTo(shallow);
  }

  @Test
  void whatWasActivatedOrCleanedIsRemembered() {
    List<Interval> some = List.of(new Interval(5, 7, MemberList.of(A), MemberList.of(A), true));
    History history = new History(5, 8, 6, 20, 5, some);
    assertThat(Intervals.started(history)).isEqualTo(new History(5, 20, 6, 20, 5, some));
    History ahead = new History(5, 22, 6, 20, 5, some);
    assertThat(Intervals.started(ahead)).isEqualTo(ahead);
    assertThat(Intervals.clean(history)).isEqualTo(new History(5, 8, 20, 20, 20, List.of()));
  }

  @Test
  void oneOfEachIntervalThatMayHaveWrittenIsNeeded() {
    osd(A, true, 10);
    osd(B, true, 20);
    osd(C, true, 0);
    History history = advance(known(10, 10), at(19, A, B), at(20, B, C));
    history = advance(history, at(25, B, C), at(26, A));
    assertThat(prior(history, at(26, A)))
        .isEqualTo(new PriorSet(new TreeSet<>(List.of(member(B), member(C))), "", ""));
    osd(B, false, 20);
    assertThat(prior(history, at(26, A)).probe()).containsExactly(member(C));
    osd(C, false, 0);
    assertThat(prior(history, at(26, A)).blocked()).contains("osd.1", "osd.2");
  }

  @Test
  void whoMayHaveLedIsKnownOfWhatCameSinceTheLastActivation() {
    osd(A, true, 10);
    osd(B, true, 20);
    osd(C, true, 0);
    History history = advance(known(10, 10), at(19, A, B), at(20, B, C));
    history = advance(history, at(25, B, C), at(26, C, A));
    history = advance(history, at(27, C, A), at(28, A));
    assertThat(PriorSet.leaders(history, new GroupLineage(1, 10))).containsExactly(A, B);
    History activated = started(history, 20);
    assertThat(PriorSet.leaders(activated, new GroupLineage(1, 10))).containsExactly(B);
    assertThat(PriorSet.leaders(started(history, 28), new GroupLineage(1, 10))).isEmpty();
    assertThat(PriorSet.leaders(activated, new GroupLineage(2, 21))).isNull();
    assertThat(PriorSet.leaders(History.fresh(5, 30), new GroupLineage(1, 5))).isNull();
  }

  private static History started(History of, long epoch) {
    return new History(
        of.created(),
        epoch,
        of.lastEpochClean(),
        of.sameIntervalSince(),
        of.knownSince(),
        of.intervals());
  }

  @Test
  void whoDoesNotKnowThePastAsksEverybodyWhoMayHaveTakenPart() {
    osd(A, true, 0);
    osd(B, true, 9);
    osd(C, true, 4);
    History unknown = History.fresh(5, 30);
    assertThat(prior(unknown, at(30, A)).probe()).containsExactly(member(B), member(C));
    osds.put(B, down(B, 4));
    osds.put(C, down(C, 6));
    assertThat(prior(unknown, at(30, A)).blocked()).contains("osd.2").doesNotContain("osd.1");
    osds.remove(C);
    assertThat(prior(unknown, at(30, A)).blocked()).isEmpty();
    osds.put(C, down(C, 6));
    History learned = Intervals.merge(unknown, known(28, 9));
    assertThat(learned.knownSince()).isEqualTo(5);
    assertThat(prior(learned, at(30, A)).blocked()).isEmpty();
  }

  /** Who went down before the last activation had no part in what came after it. */
  @Test
  void ofAnUnknownPastOnlyThoseAreNeededThatWereUpInItAndWereNotHeard() {
    osd(A, true, 0);
    History unknown = new History(5, 10, 0, 30, 30, List.of());
    for (long downAt : List.of(9L, 10L, 11L)) {
      osds.put(B, down(B, downAt));
      String blocked = prior(unknown, at(30, A)).blocked();
      if (downAt < 10) {
        assertThat(blocked).isEmpty();
      } else {
        assertThat(blocked)
            .isEqualTo(
                "osd.1, which may have served it since epoch 10 (the maps between were missed)");
      }
    }
    SortedMap<MemberId, GroupInfo> heard = new TreeMap<>();
    heard.put(member(A), StoredGroup.emptyInfo(GROUP, 5, 30).withHistory(unknown));
    heard.put(member(B), StoredGroup.emptyInfo(GROUP, 5, 30).withHistory(unknown));
    PriorSet both = PriorSet.of(unknown, at(30, A), member(A), heard, new WholeCopies());
    assertThat(both.blocked()).as("it was heard before it went down").isEmpty();
    assertThat(both.probe()).as("it is down").isEmpty();
    assertThat(prior(unknown, at(30, A, C)).blocked()).as("C may know more").isEmpty();
  }

  private static OsdInfo down(OsdId id, long at) {
    return new OsdInfo(
        id,
        null,
        false,
        new OsdInfo.Weight(true, OsdInfo.FULL_WEIGHT),
        new OsdInfo.Endpoint(null, 1),
        new OsdInfo.UpHistory(1, 0, at, 0));
  }

  @Test
  void theNewestWholeLogOfTheLastActivationIsTheTruth() {
    SortedMap<MemberId, GroupInfo> all = new TreeMap<>();
    all.put(member(A), info(20, 7, 20));
    all.put(member(B), info(10, 9, 10));
    all.put(member(C), info(20, 8, 20).withBackfill(new ObjectId(1, "x")));
    assertThat(Authority.choose(all, member(B), new WholeCopies()).map(Authority::member))
        .contains(member(A));
    all.remove(member(A));
    assertThat(Authority.choose(all, member(B), new WholeCopies())).isEmpty();
  }

  private static GroupInfo info(long started, long counter, long historyStarted) {
    GroupInfo empty = StoredGroup.emptyInfo(GROUP, 5, 5);
    Version version = new Version(started, counter);
    return new GroupInfo(
        GROUP,
        new GroupInfo.LogBounds(version, Version.ZERO, version, Version.ZERO),
        new GroupInfo.CopyState(started, null, 5),
        known(30, historyStarted),
        empty.totals());
  }

  /** The last one that counts ends in the epoch of the last activation. */
  @Test
  void intervalsBeforeTheLastActivationNeedNobody() {
    osd(A, true, 10);
    osd(B, true, 0);
    for (long last : List.of(9L, 10L, 11L)) {
      Interval of = new Interval(5, last, MemberList.of(B), MemberList.of(B), true);
      History history = new History(5, 10, 0, 20, 5, List.of(of));
      assertThat(prior(history, at(20, A)).probe().contains(member(B))).isEqualTo(last >= 10);
      Interval quiet = new Interval(5, last, MemberList.of(B), MemberList.of(B), false);
      History unwritten = new History(5, 10, 0, 20, 5, List.of(quiet));
      assertThat(prior(unwritten, at(20, A)).probe()).isEmpty();
      osd(B, false, 0);
      for (long since : List.of(9L, 10L, 11L)) {
        assertThat(PriorSet.away(since, unwritten, at(20, A)).contains(member(B)))
            .isEqualTo(last >= since);
      }
      osd(B, true, 0);
      assertThat(PriorSet.away(0, unwritten, at(20, A))).isEmpty();
    }
  }
}
