package io.pando.osd.pg.peering;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.GoneStore;
import io.pando.cluster.Replication;
import io.pando.group.GroupInfo;
import io.pando.group.GroupLineage;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.message.PeeringMessage.Activate;
import io.pando.message.PeeringMessage.Activated;
import io.pando.message.PeeringMessage.GetLog;
import io.pando.message.PeeringMessage.LogPart;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.repair.Returns;
import io.pando.osd.pg.replica.GroupConfig;
import io.pando.osd.pg.replica.Membership;
import io.pando.osd.pg.replica.StoredGroup;
import io.pando.osd.pg.step.Effect;
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
  private static final OsdId MEMBER = new OsdId(1);
  private static final Version HEAD = new Version(6, 5);

  private static PrimaryPeering primary(GroupHarness harness) {
    return new PrimaryPeering(harness.replica, () -> {}, new Returns(_ -> {}));
  }

  private static StoredGroup fresh() {
    return StoredGroup.fresh(Maps.GROUP, 1, new GroupLineage(1, Maps.EPOCH));
  }

  private static GroupInfo.History history(long started, long interval) {
    return new GroupInfo.History(1, started, started, interval, 1, List.of());
  }

  /** The first OSD, which knows all maps. */
  private static GroupHarness harness(Membership now, long started, GroupInfo info) {
    StoredGroup fresh = fresh();
    StoredGroup stored =
        new StoredGroup(
            info.withHistory(history(started, Maps.EPOCH)),
            fresh.lineage(),
            List.of(),
            new TreeMap<>(),
            fresh.tree(),
            fresh.index(),
            fresh.scrub(),
            false);
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
    primary.begin(true);
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
    primary.begin(true);
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
    return harness(now, 3, fresh().info().withBackfill(GroupInfo.NOTHING));
  }

  private static Membership withGone(Membership now, long goneAt) {
    ClusterMap map = now.map();
    return new Membership(
        new ClusterMap(
            map.cluster(),
            map.epoch(),
            0,
            map.osds(),
            map.pools(),
            map.crush(),
            map.actingOverrides(),
            map.flags(),
            map.monitors(),
            List.of(new GoneStore(new OsdId(77), new UUID(9, 9), 3, goneAt, true)),
            new TreeMap<>()),
        now.mapping());
  }

  @Test
  void aGroupWithoutAWholeCopyWaitsForOne() {
    PrimaryPeering primary = primary(unfilled(Maps.of(1, Replication.PRIMARY)));
    primary.begin(true);
    assertThat(primary.isIncomplete()).as(primary.describe()).isTrue();
    assertThat(primary.isLost()).isFalse();
  }

  @Test
  void aGroupWhoseLastWholeCopyWasGivenUpIsLost() {
    PrimaryPeering primary =
        primary(unfilled(withGone(Maps.of(1, Replication.PRIMARY), Maps.EPOCH)));
    primary.begin(true);
    assertThat(primary.isLost()).as(primary.describe()).isTrue();
    assertThat(primary.waitsFor()).contains("had a whole copy as of epoch 3");
    assertThat(primary.isActive()).isFalse();
  }
}
