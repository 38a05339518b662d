package io.pando.osd.pg.peering;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.LostStore;
import io.pando.cluster.Replication;
import io.pando.group.GroupInfo;
import io.pando.group.GroupLineage;
import io.pando.id.MemberId;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.Version;
import io.pando.message.PeeringMessage.Activate;
import io.pando.message.PeeringMessage.Activated;
import io.pando.message.PeeringMessage.GetLog;
import io.pando.message.PeeringMessage.LogPart;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.repair.ReplicaReturns;
import io.pando.osd.pg.replica.GroupConfig;
import io.pando.osd.pg.replica.Membership;
import io.pando.osd.pg.replica.StoredGroup;
import io.pando.osd.pg.step.Effect;
import io.pando.report.group.GroupState;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * What a primary does about answers that contradict what it was told before, and where no copy is
 * whole. Sound members give no such answers unless an operator gave up data and let them in again.
 */
class PrimaryDoubtsTest {
  private static final MemberId MEMBER = MemberId.of(new OsdId(1));
  private static final MemberId AWAY = MemberId.of(new OsdId(5));
  private static final Version HEAD = new Version(6, 5);

  private static PrimaryPeering primary(GroupHarness harness) {
    return new PrimaryPeering(
        harness.replica, () -> {}, new ReplicaReturns(_ -> {}), new PeeringPace());
  }

  private static StoredGroup fresh() {
    return StoredGroup.fresh(Maps.GROUP, 1, new GroupLineage(1, Maps.EPOCH));
  }

  private static GroupInfo.History history(long started, long interval) {
    return new GroupInfo.History(1, started, started, interval, 1, List.of());
  }

  /** The first OSD, which knows all maps. */
  private static GroupHarness harness(Membership now, long started, GroupInfo info) {
    return harness(now, info.withHistory(history(started, Maps.EPOCH)));
  }

  private static GroupHarness harness(Membership now, GroupInfo info) {
    StoredGroup fresh = fresh();
    StoredGroup stored = GroupHarness.withInfo(fresh, info);
    return new GroupHarness(new OsdId(0), now, GroupConfig.defaults(), stored);
  }

  private static GroupHarness two() {
    return harness(Maps.of(2, Replication.PRIMARY), 0, fresh().info());
  }

  private static GroupInfo withHead(GroupHarness harness, Version head) {
    GroupInfo.LogBounds log = new GroupInfo.LogBounds(head, Version.ZERO, head, Version.ZERO);
    return harness.replica.info().withLog(log);
  }

  private static PrimaryPeering activating(GroupHarness harness) {
    PrimaryPeering primary = primary(harness);
    primary.begin();
    primary.onNotify(MEMBER, harness.replica.info());
    harness.settle();
    assertThat(harness.said(Activate.class)).hasSize(1);
    return primary;
  }

  private static Activated activated(GroupInfo info) {
    return new Activated(Maps.GROUP, Maps.EPOCH, info, Collections.emptySortedMap(), false, null);
  }

  @Test
  void aMemberIsActivatedInThisIntervalAndAtThisHead() {
    GroupHarness harness = two();
    PrimaryPeering primary = activating(harness);
    GroupInfo sound = harness.replica.info();
    primary.onActivated(MEMBER, activated(withHead(harness, HEAD)));
    assertThat(harness.effects(Effect.Report.class).toString()).contains("is not activated");
    primary.onActivated(MEMBER, activated(sound.withHistory(history(0, Maps.EPOCH - 1))));
    assertThat(harness.effects(Effect.Report.class).toString()).contains("is not activated");
    assertThat(primary.describe()).contains("Activating").contains(MEMBER.toString());
    primary.onActivated(MEMBER, activated(sound));
    assertThat(primary.describe()).doesNotContain("Activating");
  }

  @Test
  void aMemberThatAsksForAnEarlierPartOfTheLogIsActivatedWithIt() {
    GroupHarness harness = two();
    PrimaryPeering primary = activating(harness);
    primary.onGetLog(MEMBER, new GetLog(Maps.GROUP, Maps.EPOCH, Version.ZERO, Version.ZERO));
    assertThat(harness.said(Activate.class)).hasSize(1);
    primary.onActivated(MEMBER, activated(harness.replica.info()));
    primary.onGetLog(MEMBER, new GetLog(Maps.GROUP, Maps.EPOCH, Version.ZERO, Version.ZERO));
    assertThat(harness.said(Activate.class)).as("nothing is awaited of it").isEmpty();
  }

  private static PrimaryPeering fetching(GroupHarness harness) {
    PrimaryPeering primary = primary(harness);
    primary.begin();
    primary.onNotify(MEMBER, withHead(harness, HEAD));
    assertThat(harness.said(GetLog.class)).extracting(GetLog::since).containsExactly(Version.ZERO);
    return primary;
  }

  private static LogPart part(GroupInfo info, Version since) {
    return new LogPart(Maps.GROUP, Maps.EPOCH, info, since, List.of(), false);
  }

  @Test
  void anAuthorityThatMovedOnIsAskedAgain() {
    GroupHarness harness = two();
    PrimaryPeering primary = fetching(harness);
    Version further = new Version(6, 6);
    primary.onLogPart(MEMBER, part(withHead(harness, further), HEAD));
    assertThat(harness.said(GetLog.class)).hasSize(1);
    assertThat(primary.infos().values()).extracting(GroupInfo::lastUpdate).containsExactly(further);
  }

  @Test
  void aLogThatPartsEarlierIsAskedForFromThere() {
    GroupHarness harness = two();
    PrimaryPeering primary = fetching(harness);
    primary.onLogPart(MEMBER, part(withHead(harness, HEAD), new Version(6, 3)));
    assertThat(harness.said(GetLog.class)).extracting(GetLog::since).containsExactly(Version.ZERO);
    assertThat(harness.replica.log().head()).isEqualTo(Version.ZERO);
  }

  /** The only member is to be filled, and was once activated. */
  private static GroupHarness unfilled(Membership now) {
    return harness(now, 3, fresh().info().withBackfill(GroupInfo.NOTHING).startedIn(3));
  }

  /** It also knows who was to serve in an earlier interval, and could not. */
  private static GroupHarness unfilled(Membership now, long first, long last) {
    MemberList away = PlayedPrimary.osds(AWAY);
    GroupInfo.Interval earlier = new GroupInfo.Interval(first, last, away, away, false);
    GroupInfo info = unfilled(now).replica.info();
    return harness(
        PlayedPrimary.next(now, PlayedPrimary.osd(now, AWAY, false, 0)),
        info.withHistory(new GroupInfo.History(1, 3, 3, Maps.EPOCH, 1, List.of(earlier))));
  }

  private static Membership withGone(long acceptedUntil) {
    TreeMap<PgId, Long> accepted = new TreeMap<>();
    accepted.put(Maps.GROUP, acceptedUntil);
    return Maps.afterLoss(
        Maps.of(1, Replication.PRIMARY),
        List.of(new LostStore(new OsdId(77), new UUID(9, 9), 3, Maps.EPOCH, true)),
        accepted);
  }

  @Test
  void aGroupWithoutAWholeCopyWaitsForOne() {
    PrimaryPeering primary = primary(unfilled(Maps.of(1, Replication.PRIMARY)));
    primary.begin();
    assertThat(primary.state()).as(primary.describe()).isEqualTo(GroupState.INCOMPLETE);
    assertThat(primary.state()).isNotEqualTo(GroupState.LOST);
  }

  @Test
  void aGroupWhoseLastWholeCopyWasGivenUpIsLost() {
    PrimaryPeering primary = primary(unfilled(withGone(3)));
    primary.begin();
    assertThat(primary.state()).as(primary.describe()).isEqualTo(GroupState.LOST);
    assertThat(primary.waitsFor()).contains("had a whole copy as of epoch 3");
    assertThat(primary.isActive()).isFalse();
  }

  /** What one that is down may have is not lost, whatever else was given up. */
  @Test
  void aGroupWaitsForWhoeverMayStillHaveAWholeCopy() {
    PrimaryPeering primary = primary(unfilled(withGone(3), 3, 5));
    primary.begin();
    assertThat(primary.state()).as(primary.describe()).isEqualTo(GroupState.INCOMPLETE);
    assertThat(primary.waitsFor())
        .isEqualTo(
            "a whole copy as of epoch 3, which no OSD that is up has: start one of [osd.5],"
                + " or declare them lost (osd lost N)");
    primary = primary(unfilled(withGone(3), 1, 2));
    primary.begin();
    assertThat(primary.state()).as("it has only older updates").isEqualTo(GroupState.LOST);
  }

  @Test
  void afterAnAcceptedLossOlderCopiesAreWaitedForToo() {
    GroupHarness harness = unfilled(withGone(4), 1, 2);
    PrimaryPeering primary = primary(harness);
    hear(primary, harness, fresh().info());
    assertThat(primary.state()).as(primary.describe()).isEqualTo(GroupState.INCOMPLETE);
    assertThat(primary.waitsFor()).contains("start one of [osd.5]");
    assertThat(harness.replica.info().isWhole()).isFalse();
  }

  @Test
  void mapsAndTimeTellOfLossesAndThatTheyAreAccepted() {
    GroupHarness harness = unfilled(Maps.of(1, Replication.PRIMARY));
    PrimaryPeering primary = primary(harness);
    primary.begin();
    harness.replica.enter(withGone(3), harness.replica.info().history());
    primary.onMap();
    assertThat(primary.state()).as(primary.describe()).isEqualTo(GroupState.LOST);
    harness.pass(GroupConfig.defaults().waits().retryNanos());
    primary.onTick();
    assertThat(harness.effects().toString()).contains("INCOMPLETE -> LOST", "LOST -> LOST");
    harness.replica.enter(withGone(4), harness.replica.info().history());
    primary.onMap();
    assertThat(primary.describe()).startsWith("GatheringInfo");
  }

  /** Any OSD that is up may have a copy: all are asked. */
  private static void hear(PrimaryPeering primary, GroupHarness harness, GroupInfo ofMember) {
    primary.begin();
    ClusterMap map = harness.replica.membership().map();
    for (OsdId osd : map.osds().keySet()) {
      MemberId member = MemberId.of(osd);
      assertThat(primary.describe()).startsWith("GatheringInfo");
      if (!member.equals(harness.replica.self()) && map.isUp(osd)) {
        primary.onNotify(member, member.equals(MEMBER) ? ofMember : fresh().info());
      }
    }
    harness.settle();
  }

  /** No OSD has more than was filled here before the whole copy was given up. */
  @Test
  void afterAnAcceptedLossTheBestCopyIsTakenForWhole() {
    GroupHarness harness = unfilled(withGone(4));
    PrimaryPeering primary = primary(harness);
    hear(primary, harness, fresh().info());
    assertThat(primary.state()).as(primary.describe()).isNotEqualTo(GroupState.LOST);
    assertThat(primary.state()).isNotEqualTo(GroupState.INCOMPLETE);
    assertThat(primary.isActive()).isTrue();
    assertThat(harness.replica.info().isWhole()).isTrue();
  }

  @Test
  void afterAnAcceptedLossTheOsdLeadsThatLostLeast() {
    GroupHarness harness = unfilled(withGone(4));
    PrimaryPeering primary = primary(harness);
    hear(primary, harness, withHead(harness, HEAD));
    assertThat(primary.describe()).startsWith("ChoosingActing");
    assertThat(harness.effects(Effect.OverrideActing.class))
        .containsExactly(new Effect.OverrideActing(PlayedPrimary.osds(MEMBER)));
    assertThat(harness.replica.info().isWhole()).as("its own stays as it is").isFalse();
  }
}
