package io.pando.mon.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterFlag;
import io.pando.cluster.fullness.PoolQuota;
import io.pando.group.ScrubRecord;
import io.pando.id.MemberId;
import io.pando.id.MemberList;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.Version;
import io.pando.message.MonitorMessage;
import io.pando.mon.config.FlapSettings;
import io.pando.mon.config.MonitorRules;
import io.pando.mon.rules.BootRules;
import io.pando.mon.rules.FullnessRules;
import io.pando.mon.rules.RuleBook;
import io.pando.port.ReplicatedLog;
import io.pando.report.ClusterStatus;
import io.pando.report.Health;
import io.pando.report.MonitorStatus;
import io.pando.report.OsdStats;
import io.pando.report.RecoveryProgress;
import io.pando.report.ScrubCounts;
import io.pando.report.group.GroupState;
import io.pando.report.group.GroupStats;
import io.pando.report.group.RolledBack;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class HealthChecksTest {
  private static final List<NodeId> MONS = List.of(mon(0), mon(1), mon(2));
  private static final MonitorStatus ALL_THERE = new MonitorStatus(mon(0), mon(0), 3, MONS, MONS);
  private static final long SECOND = 1_000_000_000L;

  private final RuleBook book = RuleBook.withOsds(3);
  private final Statistics statistics = new Statistics(book.map());

  private static NodeId mon(int number) {
    return new NodeId(NodeId.Role.MON, number);
  }

  private static OsdStats osd(int number, long usedBytes, int slowOps) {
    return new OsdStats(
        new OsdId(number),
        1,
        new OsdStats.Space(1_000, usedBytes),
        new OsdStats.Load(1, slowOps),
        new OsdStats.Clients(0, 0, 0, 0),
        new OsdStats.Repairs(0, 0, 0, ScrubCounts.NOTHING));
  }

  private static GroupStats group(int seed, long degraded, GroupState... states) {
    return new GroupStats(
        new PgId(new PoolId(1), seed),
        new TreeSet<>(Arrays.asList(states)),
        new GroupStats.Mapping(MemberList.EMPTY, MemberList.EMPTY, 5),
        new GroupStats.Contents(Version.ZERO, 10, 1_000),
        new GroupStats.Copies(degraded, 0, 0, 0, 0),
        new GroupStats.Problems("", new TreeMap<>(), List.of(), ScrubRecord.Found.NOTHING));
  }

  private void report(int osd, OsdStats stats, GroupStats... groups) {
    statistics.onBeacon(
        new MonitorMessage.Beacon(new OsdId(osd), 1, stats, List.of(groups)), SECOND);
  }

  private ReplicatedLog.Disk disk = new ReplicatedLog.Disk(1L << 30, false, false);

  private ClusterStatus status(MonitorStatus monitors, boolean agreed, long nowNanos) {
    statistics.onMap(book.map(), 0);
    return ClusterSummary.of(
        new ClusterView(
            book.map(),
            new ClusterView.Quorum(monitors, agreed, disk),
            new ClusterView.Daemons(statistics.osds(), List.of()),
            statistics.groups(nowNanos, 60 * SECOND),
            BootRules.held(book.state(), book.nowMillis(), MonitorRules.DEFAULT),
            statistics.recoveryRate(nowNanos)));
  }

  private List<String> codes() {
    return status(ALL_THERE, true, SECOND).health().checks().stream()
        .map(Health.Check::code)
        .toList();
  }

  @Test
  void aMonitorTellsThatItsDiskIsNearlyFullAndThenThatItIsFull() {
    disk = new ReplicatedLog.Disk(100L << 20, false, true);
    assertThat(codes()).contains("MON_DISK_LOW");
    disk = new ReplicatedLog.Disk(1L << 20, true, true);
    Health.Check full =
        status(ALL_THERE, true, SECOND).health().checks().stream()
            .filter(check -> check.code().equals("MON_DISK_FULL"))
            .findFirst()
            .orElseThrow();
    assertThat(full.details().getFirst()).contains("1 MiB left").doesNotContain("remove");
  }

  @Test
  void healthyClusterHasNothingToSay() {
    ClusterStatus status = status(ALL_THERE, true, SECOND);
    assertThat(status.health().word()).isEqualTo("HEALTH_OK");
    assertThat(status.osds().osdsUp()).isEqualTo(3);
    assertThat(status.osds().osdsIn()).isEqualTo(3);
  }

  @Test
  void aGroupOfFragmentsSaysWhichPositionsAreMissing() {
    book.accept(new Change.CreateErasurePool("a", 1, "2+1"));
    book.accept(new Change.CreatePool("r", 1, 3, 2, null));
    MemberList hole =
        MemberList.ofPositions(
            List.of(Optional.of(new OsdId(2)), Optional.empty(), Optional.of(new OsdId(0))));
    statistics.onMap(book.map(), 0);
    report(0, osd(0, 10, 0), undersized(1, hole), undersized(2, hole.closedUp()));
    assertThat(
            status(ALL_THERE, true, 2 * SECOND).health().checks().stream()
                .filter(check -> check.code().equals("PG_DEGRADED"))
                .flatMap(check -> check.details().stream()))
        .containsExactly(
            "pg 1.0 is active+undersized, acting [osd.2, NONE, osd.0], without position 1",
            "pg 2.0 is active+undersized, acting [osd.2, osd.0]");
  }

  private static GroupStats undersized(int pool, MemberList acting) {
    return new GroupStats(
        new PgId(new PoolId(pool), 0),
        new TreeSet<>(List.of(GroupState.ACTIVE, GroupState.UNDERSIZED)),
        new GroupStats.Mapping(acting, acting, 5),
        new GroupStats.Contents(Version.ZERO, 10, 1_000),
        new GroupStats.Copies(0, 0, 0, 0, 0),
        new GroupStats.Problems("", new TreeMap<>(), List.of(), ScrubRecord.Found.NOTHING));
  }

  @Test
  void aPoolOfMoreFragmentsThanOsdsAsksForOsds() {
    book.accept(new Change.CreateErasurePool("a", 1, "2+1"));
    book.accept(new Change.MarkOut(List.of(new OsdId(1))));
    assertThat(
            status(ALL_THERE, true, SECOND).health().checks().stream()
                .filter(check -> check.code().equals("TOO_FEW_OSDS"))
                .flatMap(check -> check.details().stream()))
        .containsExactly("pool 'a' has 3 fragments of each object: add OSDs");
  }

  @Test
  void groupsAreUnknownThenAsToldThenStale() {
    book.accept(new Change.CreatePool("a", 2, 3, 0, null));
    assertThat(status(ALL_THERE, true, SECOND).groups()).containsEntry("unknown", 2);
    assertThat(codes()).containsExactly("PG_AVAILABILITY");
    statistics.onMap(book.map(), 0);
    report(0, osd(0, 10, 0), group(0, 0, GroupState.ACTIVE, GroupState.CLEAN));
    report(
        1,
        osd(1, 10, 0),
        group(1, 10, GroupState.ACTIVE, GroupState.DEGRADED, GroupState.UNDERSIZED),
        group(7, 0, GroupState.ACTIVE));
    ClusterStatus status = status(ALL_THERE, true, 2 * SECOND);
    assertThat(status.groups())
        .containsEntry("active+clean", 1)
        .containsEntry("active+degraded+undersized", 1)
        .hasSize(2);
    assertThat(status.copies().degradedCopies()).isEqualTo(10);
    assertThat(status.copies().totalCopies()).isEqualTo(60);
    assertThat(status.data().usage())
        .containsEntry(new PoolId(1), new ClusterStatus.PoolUsage(20, 2_000));
    assertThat(status.health().checks())
        .singleElement()
        .satisfies(
            check -> assertThat(check.summary()).contains("10/60 object copies degraded (16.6%)"));
    assertThat(status(ALL_THERE, true, 90 * SECOND).groups())
        .containsEntry("active+clean+stale", 1);
    book.accept(new Change.Stop(new OsdId(0), 1));
    assertThat(status(ALL_THERE, true, 2 * SECOND).groups()).containsEntry("active+clean+stale", 1);
    assertThat(codes()).contains("PG_AVAILABILITY", "PG_DEGRADED", "OSD_DOWN");
  }

  @Test
  void olderReportDoesNotReplaceANewerOne() {
    book.accept(new Change.CreatePool("a", 1, 3, 0, null));
    statistics.onMap(book.map(), 0);
    report(0, osd(0, 10, 0), group(0, 0, GroupState.ACTIVE));
    GroupStats old =
        new GroupStats(
            new PgId(new PoolId(1), 0),
            new TreeSet<>(List.of(GroupState.PEERING)),
            new GroupStats.Mapping(MemberList.EMPTY, MemberList.EMPTY, 4),
            new GroupStats.Contents(Version.ZERO, 0, 0),
            new GroupStats.Copies(0, 0, 0, 0, 0),
            new GroupStats.Problems("", new TreeMap<>(), List.of(), ScrubRecord.Found.NOTHING));
    report(1, osd(1, 10, 0), old);
    assertThat(status(ALL_THERE, true, SECOND).groups()).containsOnlyKeys("active");
  }

  @Test
  void everyCheckNamesTheThing() {
    book.accept(new Change.SetFlag(ClusterFlag.NOOUT, true));
    book.accept(new Change.Stop(new OsdId(2), 1));
    book.accept(new Change.CreatePool("wide", 1, 4, 0, null));
    statistics.onMap(book.map(), 0);
    report(0, osd(0, 960, 0), group(0, 0, GroupState.ACTIVE, GroupState.CLEAN));
    report(1, osd(1, 870, 4));
    book.accept(FullnessRules.due(book.map(), statistics.osds()).orElseThrow());
    MonitorStatus oneAway = new MonitorStatus(mon(0), mon(0), 3, List.of(mon(0), mon(1)), MONS);
    Health health = status(oneAway, true, SECOND).health();
    assertThat(health.word()).isEqualTo("HEALTH_ERR");
    assertThat(health.checks())
        .extracting(Health.Check::code)
        .containsExactly(
            "OSD_FULL",
            "MON_DOWN",
            "OSD_DOWN",
            "OSDMAP_FLAGS",
            "OSD_NEARFULL",
            "TOO_FEW_OSDS",
            "SLOW_OPS");
    String all = health.toString();
    assertThat(all)
        .contains("osd.0 is 96% full", "mon.2 is out of quorum", "osd.2 is down", "noout")
        .contains("osd.1 is 87% full", "pool 'wide' has size 4", "4 slow ops on 1 osd");
  }

  @Test
  void poolsNearTheirQuotasAndAtThemAreReported() {
    book.accept(new Change.CreatePool("a", 1, 3, 0, null));
    statistics.onMap(book.map(), 0);
    report(0, osd(0, 10, 0), group(0, 0, GroupState.ACTIVE, GroupState.CLEAN));
    book.accept(new Change.SetQuota("a", PoolQuota.Limit.MAX_BYTES, 1_200, false));
    assertThat(codes()).isEmpty();
    book.accept(new Change.SetQuota("a", PoolQuota.Limit.MAX_BYTES, 1_100, false));
    assertThat(codes()).containsExactly("POOL_NEAR_FULL");
    book.accept(new Change.MarkFullPools(List.of(new PoolId(1))));
    assertThat(codes()).containsExactly("POOL_FULL");
    assertThat(status(ALL_THERE, true, SECOND).health().toString())
        .contains("pool 'a' has reached its quota, 1000 of 1100 bytes");
  }

  @Test
  void poolWithoutAnyOsdIsAnError() {
    book.accept(new Change.CreatePool("a", 1, 3, 0, null));
    book.accept(new Change.MarkOut(List.of(new OsdId(0), new OsdId(1), new OsdId(2))));
    assertThat(codes()).contains("POOL_NO_OSDS");
  }

  @Test
  void monitorsThatDoNotAgreeAreAnError() {
    MonitorStatus alone = new MonitorStatus(mon(0), null, 3, List.of(), MONS);
    Health health = status(alone, false, SECOND).health();
    assertThat(health.checks()).extracting(Health.Check::code).containsExactly("MON_NO_QUORUM");
    assertThat(health.toString()).contains("mon.0,mon.1,mon.2");
  }

  @Test
  void copiesThatAreMadeShowInTheStatusWithAnEstimate() {
    book.accept(new Change.CreatePool("a", 1, 3, 0, null));
    statistics.onMap(book.map(), 0);
    GroupStats group = group(0, 100, GroupState.ACTIVE, GroupState.DEGRADED);
    statistics.onBeacon(
        new MonitorMessage.Beacon(new OsdId(0), 1, copied(1_000, 4_096_000), List.of(group)), 0);
    statistics.onBeacon(
        new MonitorMessage.Beacon(new OsdId(0), 1, copied(1_060, 4_341_760), List.of(group)),
        2 * SECOND);
    assertThat(status(ALL_THERE, true, 2 * SECOND).copies().recovery())
        .isEqualTo(new RecoveryProgress(30, 122_880, 4));
    assertThat(status(ALL_THERE, true, 30 * SECOND).copies().recovery().objectsPerSecond())
        .isZero();
    // Another incarnation counts from nothing.
    statistics.onBeacon(
        new MonitorMessage.Beacon(
            new OsdId(0), 1, copied(1_080, 4_423_680), List.of(group(0, 0, GroupState.ACTIVE))),
        3 * SECOND);
    assertThat(status(ALL_THERE, true, 3 * SECOND).copies().recovery())
        .isEqualTo(RecoveryProgress.NONE);
  }

  private static OsdStats copied(long objects, long bytes) {
    return new OsdStats(
        new OsdId(0),
        1,
        new OsdStats.Space(1_000, 10),
        new OsdStats.Load(1, 0),
        new OsdStats.Clients(0, 0, 0, 0),
        new OsdStats.Repairs(objects, bytes, 0, ScrubCounts.NOTHING));
  }

  @Test
  void replicasThatAreNotWhatTheyShouldBeAreNamed() {
    book.accept(new Change.CreatePool("a", 1, 3, 0, null));
    statistics.onMap(book.map(), 0);
    TreeMap<MemberId, Version> diverged = new TreeMap<>();
    diverged.put(MemberId.of(new OsdId(2)), new Version(5, 17));
    RolledBack rolledBack =
        new RolledBack(MemberId.of(new OsdId(1)), new Version(5, 16), new Version(4, 9));
    GroupStats sound = group(0, 0, GroupState.ACTIVE, GroupState.CLEAN, GroupState.DIVERGED);
    GroupStats doubted =
        new GroupStats(
            sound.group(),
            sound.states(),
            new GroupStats.Mapping(MemberList.EMPTY, MemberList.EMPTY, 5),
            new GroupStats.Contents(Version.ZERO, 10, 1_000),
            new GroupStats.Copies(0, 0, 0, 0, 0),
            new GroupStats.Problems("", diverged, List.of(rolledBack), ScrubRecord.Found.NOTHING));
    report(0, osd(0, 10, 0), doubted);
    Health health = status(ALL_THERE, true, SECOND).health();
    assertThat(health.word()).isEqualTo("HEALTH_WARN");
    assertThat(health.checks())
        .extracting(Health.Check::code)
        .containsExactly("PG_DIVERGED", "OSD_ROLLED_BACK");
    assertThat(health.toString())
        .contains("1 pg has replicas whose hash trees differ")
        .contains("pg 1.0: osd.2 differs from the primary since version 5'17")
        .contains("pg 1.0: osd.1 had all updates up to 5'16, and returned with those up to 4'9");
    report(0, osd(0, 10, 0), group(0, 0, GroupState.ACTIVE, GroupState.CLEAN));
    assertThat(codes()).isEmpty();
  }

  @Test
  void damageIsHeardOf() {
    book.accept(new Change.CreatePool("a", 1, 3, 0, null));
    statistics.onMap(book.map(), 0);
    GroupStats lost =
        new GroupStats(
            new PgId(new PoolId(1), 0),
            new TreeSet<>(List.of(GroupState.ACTIVE)),
            new GroupStats.Mapping(MemberList.EMPTY, MemberList.EMPTY, 5),
            new GroupStats.Contents(Version.ZERO, 10, 1_000),
            new GroupStats.Copies(0, 0, 2, 1, 3),
            new GroupStats.Problems("", new TreeMap<>(), List.of(), ScrubRecord.Found.NOTHING));
    report(
        0,
        new OsdStats(
            new OsdId(0),
            1,
            new OsdStats.Space(1_000, 10),
            new OsdStats.Load(1, 0),
            new OsdStats.Clients(0, 0, 0, 0),
            new OsdStats.Repairs(0, 0, 11, ScrubCounts.NOTHING)),
        lost);
    Health health = status(ALL_THERE, true, SECOND).health();
    assertThat(health.checks())
        .extracting(Health.Check::code)
        .containsExactly(
            "OBJECT_LOST", "OBJECT_UNFOUND", "PG_RECOVERY_FULL", "OSD_TOO_MANY_REPAIRS");
    assertThat(health.toString())
        .contains("1 object in 1 pg is lost", "2 objects in 1 pg are not on any OSD that is up")
        .contains("3 objects in 1 pg are waiting for space", "osd.0 found 11 damaged objects");
  }

  @Test
  void longDetailsAreCutShort() {
    book.accept(new Change.CreatePool("a", 200, 3, 0, null));
    Health health = status(ALL_THERE, true, SECOND).health();
    assertThat(health.checks().getFirst().details()).hasSize(51).last().isEqualTo("and 150 more");
  }

  @Test
  void osdThatFlapsIsNamed() {
    for (int mark = 0; mark <= FlapSettings.DEFAULT.maxMarks(); mark++) {
      book.pass(1_000).accept(new Change.MarkSilent(List.of(new OsdId(0))));
      if (mark < FlapSettings.DEFAULT.maxMarks()) {
        book.accept(RuleBook.boot(0, 1));
      }
    }
    assertThat(codes()).contains("OSD_FLAPPING");
    book.pass(FlapSettings.DEFAULT.holdMillis());
    assertThat(codes()).doesNotContain("OSD_FLAPPING");
  }
}
