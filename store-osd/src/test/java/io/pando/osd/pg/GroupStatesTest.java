package io.pando.osd.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.pando.cluster.ClusterFlag;
import io.pando.cluster.Replication;
import io.pando.cluster.fullness.FullnessLevel;
import io.pando.group.ScrubKind;
import io.pando.id.MemberId;
import io.pando.id.OsdId;
import io.pando.message.ObjectMessage;
import io.pando.osd.pg.harness.GroupCluster;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.Input;
import io.pando.report.group.GroupRecovery;
import io.pando.report.group.GroupReport;
import io.pando.report.group.GroupState;
import io.pando.report.group.GroupStats;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What monitors and operators are told of a group, in whatever state it is. */
class GroupStatesTest {
  private static final OsdId A = new OsdId(0);
  private static final OsdId B = new OsdId(1);
  private static final OsdId C = new OsdId(2);
  private static final OsdId D = new OsdId(3);

  /** Of a group that is active, one excludes the others. */
  private static final List<GroupState> STAGES =
      List.of(
          GroupState.RECOVERY_WAIT,
          GroupState.COMPARING,
          GroupState.BACKFILLING,
          GroupState.RECOVERING,
          GroupState.CLEAN);

  private static GroupCluster cluster(int indexChanges) {
    GroupCluster cluster =
        new GroupCluster(3, Replication.PRIMARY, GroupCluster.config(indexChanges, true));
    for (int i = 0; i < 6; i++) {
      cluster.write(0, "o" + i, "hello" + i);
    }
    return cluster;
  }

  @Test
  void aCleanGroupTellsWhatItHasAndWaitsForNothing() {
    GroupCluster cluster = cluster(20);
    GroupStats stats = cluster.stats();
    assertThat(stats.states()).containsExactlyInAnyOrder(GroupState.ACTIVE, GroupState.CLEAN);
    assertThat(stats.mapping().up().osds()).containsExactly(A, B, C);
    assertThat(stats.acting().osds()).containsExactly(A, B, C);
    assertThat(stats.mapping().epoch()).isEqualTo(cluster.map().epoch());
    assertThat(stats.contents().version()).isEqualTo(cluster.report().info().lastUpdate());
    assertThat(stats.contents().version().counter()).isEqualTo(6);
    assertThat(stats.contents().objects()).isEqualTo(6);
    assertThat(stats.contents().bytes()).isEqualTo(36);
    assertThat(List.of(stats.degraded(), stats.copies().misplaced(), stats.unfound()))
        .containsExactly(0L, 0L, 0L);
    assertThat(stats.waitsFor()).isEmpty();
    GroupReport report = cluster.report();
    assertThat(report.stats()).isEqualTo(stats);
    assertThat(report.replicas().peers()).containsOnlyKeys(member(1), member(2));
    assertThat(report.replicas().missing()).containsOnlyKeys(member(0), member(1), member(2));
    assertThat(report.replicas().missingObjects()).isEmpty();
    assertThat(report.replicas().recovery()).isEqualTo(new GroupRecovery(false, 0, 0, 0, 0));
  }

  @Test
  void aMemberThatIsDownLeavesAllItsCopiesDegraded() {
    GroupCluster cluster = cluster(20);
    cluster.stop(2);
    cluster.write(0, "o6", "more");
    GroupStats stats = cluster.stats();
    assertThat(stats.states())
        .containsExactlyInAnyOrder(GroupState.ACTIVE, GroupState.DEGRADED, GroupState.UNDERSIZED);
    assertThat(stats.degraded()).isEqualTo(7);
    assertThat(stats.copies().misplaced()).isZero();
    assertThat(stats.waitsFor()).isEqualTo("OSDs for 1 of its 3 replicas: start or add some");
    assertThat(cluster.report().pastIntervals())
        .containsExactly(
            "7-7 up [osd.0, osd.1, osd.2] acting [osd.0, osd.1, osd.2] may have written");
  }

  @Test
  void withFewerThanMinSizeItServesNobodyAndSaysSo() {
    GroupCluster cluster = cluster(20);
    cluster.stop(2);
    cluster.stop(1);
    GroupStats stats = cluster.stats();
    assertThat(stats.states())
        .containsExactlyInAnyOrder(GroupState.ACTIVE, GroupState.DEGRADED, GroupState.UNDERSIZED);
    assertThat(stats.degraded()).isEqualTo(12);
    assertThat(stats.waitsFor())
        .isEqualTo(
            "2 whole replicas (min_size), there are 1: start or add OSDs,"
                + " or lower it (pool set p min_size 1)");
    assertThat(cluster.write(0, "o1", "x"))
        .singleElement()
        .isInstanceOfSatisfying(
            ObjectMessage.Hold.class,
            hold -> {
              assertThat(hold.refusal().reason())
                  .isEqualTo("the group waits for " + stats.waitsFor());
              assertThat(hold.refusal().begun()).isFalse();
              assertThat(hold.object()).isNull();
            });
  }

  @Test
  void whatAMemberLacksIsToldObjectByObjectUntilThereIsASlot() {
    GroupCluster cluster = cluster(20);
    cluster.stop(2);
    cluster.write(0, "o1", "new");
    cluster.write(0, "o2", "new");
    cluster.site(0).setSlots(false);
    cluster.restart(2);
    GroupStats stats = cluster.stats();
    assertThat(stats.states())
        .containsExactlyInAnyOrder(
            GroupState.ACTIVE, GroupState.DEGRADED, GroupState.RECOVERY_WAIT);
    assertThat(stats.degraded()).isEqualTo(2);
    assertThat(stats.waitsFor()).isEqualTo("a recovery slot of osd.0");
    GroupReport report = cluster.report();
    assertThat(report.replicas().missing())
        .containsEntry(member(0), 0L)
        .containsEntry(member(1), 0L)
        .containsEntry(member(2), 2L);
    assertThat(report.replicas().recovery()).isEqualTo(new GroupRecovery(false, 1, 0, 2, 0));
    assertThat(report.replicas().missingObjects())
        .extracting(it -> it.object().name(), it -> it.lackedBy().toString())
        .containsExactlyInAnyOrder(tuple("o1", "[osd.2]"), tuple("o2", "[osd.2]"));
    cluster.site(2).setSlots(false);
    cluster.site(0).setSlots(true);
    cluster.settle();
    assertThat(cluster.stats().waitsFor()).isEqualTo("a recovery slot of osd.2");
    assertThat(cluster.stats().states()).contains(GroupState.RECOVERY_WAIT);
    cluster.site(2).setSlots(true);
    cluster.settle();
    assertThat(cluster.differences()).isEmpty();
  }

  private static List<GroupState> stages(GroupCluster cluster) {
    List<GroupState> stages = new ArrayList<>();
    cluster.settleWhile(() -> {
      SortedSet<GroupState> states = cluster.stats().states();
      for (GroupState stage : STAGES) {
        if (states.contains(stage) && (stages.isEmpty() || stages.getLast() != stage)) {
          stages.add(stage);
        }
      }
      return true;
    });
    return stages;
  }

  /** A replica that the log reaches is not compared, and one that it does not reach is first. */
  @ParameterizedTest
  @CsvSource({
    "20, 'RECOVERY_WAIT RECOVERING CLEAN'",
    "2, 'RECOVERY_WAIT COMPARING BACKFILLING CLEAN'"
  })
  void theStagesOfAReturnAreTold(int indexChanges, String expected) {
    GroupCluster cluster = cluster(indexChanges);
    cluster.stop(2);
    for (int i = 0; i < 12; i++) {
      cluster.write(0, "o" + i % 3, "again");
    }
    cluster.site(0).setSlots(false);
    cluster.restart(2);
    cluster.site(0).setSlots(true);
    assertThat(stages(cluster)).extracting(Enum::name).isEqualTo(List.of(expected.split(" ")));
    assertThat(cluster.differences()).isEmpty();
  }

  @Test
  void theFlagNorecoverKeepsItFromCopying() {
    GroupCluster cluster = cluster(20);
    cluster.flags(ClusterFlag.NORECOVER);
    cluster.stop(2);
    cluster.write(0, "o1", "new");
    cluster.restart(2);
    assertThat(cluster.stats().waitsFor()).isEqualTo("the flag norecover to be unset");
    assertThat(cluster.stats().degraded()).isOne();
    cluster.flags();
    assertThat(cluster.differences()).isEmpty();
  }

  private static void refill(GroupCluster cluster, int osd) {
    cluster.stop(osd);
    for (int i = 0; i < 12; i++) {
      cluster.write(0, "o" + i % 3, "again");
    }
    cluster.restart(osd);
  }

  @Test
  void theFlagNobackfillLeavesWhatTheLogDoesNotReach() {
    GroupCluster cluster = cluster(2);
    cluster.flags(ClusterFlag.NOBACKFILL);
    refill(cluster, 2);
    assertThat(cluster.stats().states()).contains(GroupState.RECOVERY_WAIT);
    assertThat(cluster.stats().waitsFor()).isEqualTo("the flag nobackfill to be unset");
    assertThat(cluster.stats().degraded()).isPositive();
    cluster.flags();
    assertThat(cluster.stats().states()).contains(GroupState.CLEAN);
    assertThat(cluster.differences()).isEmpty();
  }

  @Test
  void theFlagNobackfillLetsWhatTheLogReachesBeCopied() {
    GroupCluster cluster = cluster(20);
    cluster.flags(ClusterFlag.NOBACKFILL);
    cluster.stop(2);
    cluster.write(0, "o1", "new");
    cluster.restart(2);
    assertThat(cluster.stats().states()).contains(GroupState.CLEAN);
    assertThat(cluster.differences()).isEmpty();
  }

  @Test
  void theFlagNorebalanceLeavesCopiesThatAreOnlyMisplaced() {
    GroupCluster cluster = cluster(2);
    for (int i = 0; i < 12; i++) {
      cluster.write(0, "o" + i % 3, "again");
    }
    cluster.flags(ClusterFlag.NOREBALANCE);
    cluster.place(3, 0, 1);
    assertThat(cluster.stats().copies().misplaced()).isEqualTo(6);
    assertThat(cluster.stats().waitsFor()).isEqualTo("the flag norebalance to be unset");
    cluster.flags();
    assertThat(cluster.stats().states()).contains(GroupState.CLEAN);
    assertThat(cluster.differences()).isEmpty();
  }

  @Test
  void theFlagNorebalanceLetsDegradedGroupsBeFilled() {
    GroupCluster cluster = cluster(2);
    cluster.flags(ClusterFlag.NOREBALANCE);
    refill(cluster, 2);
    assertThat(cluster.stats().states()).contains(GroupState.CLEAN);
    assertThat(cluster.differences()).isEmpty();
  }

  @Test
  void nothingIsBackfilledOntoAnOsdThatIsTooFullForThat() {
    GroupCluster cluster = cluster(2);
    cluster.fullness(2, FullnessLevel.BACKFILLFULL);
    refill(cluster, 2);
    assertThat(cluster.stats().states())
        .contains(GroupState.BACKFILL_TOOFULL)
        .doesNotContain(GroupState.RECOVERY_WAIT);
    assertThat(cluster.stats().waitsFor())
        .isEqualTo("space on osd.2, which is too full for backfill");
    cluster.fullness(2, FullnessLevel.NEARFULL);
    assertThat(cluster.stats().states()).contains(GroupState.CLEAN);
    assertThat(cluster.differences()).isEmpty();
  }

  /** A source of objects needs no space for them. */
  @Test
  void aFullOsdIsNoObstacleForTheBackfillOfOthers() {
    GroupCluster cluster = cluster(2);
    cluster.fullness(0, FullnessLevel.BACKFILLFULL);
    refill(cluster, 2);
    assertThat(cluster.stats().states()).contains(GroupState.CLEAN);
  }

  /** There are three copies of everything already; what the fourth lacks is only misplaced. */
  @Test
  void copiesBesideEnoughOthersAreMisplacedNotDegraded() {
    GroupCluster cluster = cluster(2);
    for (int i = 0; i < 12; i++) {
      cluster.write(0, "o" + i % 3, "again");
    }
    cluster.site(0).setSlots(false);
    cluster.place(3, 0, 1);
    GroupStats stats = cluster.stats();
    assertThat(stats.states())
        .containsExactlyInAnyOrder(
            GroupState.ACTIVE, GroupState.REMAPPED, GroupState.RECOVERY_WAIT);
    assertThat(stats.mapping().up().osds()).containsExactly(D, A, B);
    assertThat(stats.acting().osds().getFirst()).isEqualTo(A);
    assertThat(stats.degraded()).isZero();
    assertThat(stats.copies().misplaced()).isEqualTo(6);
    assertThat(cluster.report().replicas().missing())
        .containsEntry(member(3), 6L)
        .containsEntry(member(2), 0L);
    cluster.site(0).setSlots(true);
    cluster.settle();
    assertThat(cluster.differences()).isEmpty();
  }

  @Test
  void aGroupThatAwaitsTheMonitorsIsPeeringAndClientsAreHeldUntilItServes() {
    GroupCluster cluster = cluster(20);
    cluster.stop(2);
    cluster.setEdits(false);
    cluster.restart(2);
    GroupStats stats = cluster.stats();
    assertThat(stats.states()).containsExactly(GroupState.PEERING);
    assertThat(stats.waitsFor()).isEqualTo("the monitors to record that this OSD is up (up_thru)");
    assertThat(cluster.report().phase()).startsWith("AwaitingUpThru");
    assertThat(cluster.write(0, "o1", "x")).singleElement().isInstanceOf(ObjectMessage.Hold.class);
    cluster.site(0).effects(Effect.class);
    cluster.setEdits(true);
    cluster.settle();
    assertThat(cluster.differences()).isEmpty();
    assertThat(cluster.write(0, "o1", "x"))
        .singleElement()
        .isInstanceOf(ObjectMessage.OperateReply.class);
  }

  /** The only one that may have newer updates is away. */
  @Test
  void aGroupOfWhichSomebodyNeededIsDownWaitsForThatOne() {
    GroupCluster cluster = cluster(20);
    cluster.stop(2);
    cluster.write(0, "o1", "new");
    cluster.stop(0);
    cluster.stop(1);
    cluster.restart(2);
    GroupStats stats = cluster.stats();
    assertThat(stats.states())
        .containsExactlyInAnyOrder(GroupState.DOWN, GroupState.UNDERSIZED, GroupState.DEGRADED);
    assertThat(stats.degraded()).as("two absent copies of what it knows").isEqualTo(12);
    assertThat(stats.waitsFor()).contains("osd.0").contains("start it");
    assertThat(cluster.report().phase()).startsWith("Down");
    cluster.restart(1);
    assertThat(cluster.stats().states()).contains(GroupState.ACTIVE, GroupState.UNDERSIZED);
    cluster.restart(0);
    assertThat(cluster.differences()).isEmpty();
    assertThat(cluster.site(2).store().contents().get(GroupHarness.object("o1")))
        .isEqualTo(cluster.site(0).store().contents().get(GroupHarness.object("o1")));
  }

  @Test
  void itWaitsForASignOfLifeOfWhoeverHasToPromiseALease() {
    GroupCluster cluster = cluster(20);
    cluster.leases().silent.add(C);
    assertThat(cluster.stats().states())
        .containsExactlyInAnyOrder(GroupState.ACTIVE, GroupState.CLEAN);
    assertThat(cluster.stats().waitsFor())
        .isEqualTo("a heartbeat of osd.2, to renew the read lease");
    assertThat(cluster.site(0).group().awaitsLease()).isFalse();
    assertThat(cluster.write(0, "o1", "x")).singleElement().isInstanceOf(ObjectMessage.Hold.class);
    assertThat(cluster.site(0).group().awaitsLease()).isTrue();
    cluster.leases().silent.clear();
    cluster.tick(1);
    assertThat(cluster.site(0).group().awaitsLease()).isFalse();
    assertThat(cluster.stats().waitsFor()).isEmpty();
  }

  /** The primary before, which was not heard, may answer clients until its lease is over. */
  @Test
  void aNewPrimaryWaitsForTheLeaseOfTheOneBefore() {
    GroupCluster cluster = cluster(20);
    cluster.leases().grantedUntilNanos = cluster.nowNanos() + 500;
    cluster.stop(0);
    assertThat(cluster.stats().states()).contains(GroupState.PEERING);
    assertThat(cluster.stats().waitsFor())
        .isEqualTo("the read lease of osd.0, which may have led the group before, to end");
    assertThat(cluster.site(1).effects(Effect.WakeAfter.class))
        .containsExactly(new Effect.WakeAfter(500));
    cluster.tick(499);
    cluster.site(1).give(new Input.Woken());
    cluster.settle();
    assertThat(cluster.stats().states()).as("a moment too early").contains(GroupState.PEERING);
    cluster.tick(1);
    cluster.site(1).give(new Input.Woken());
    cluster.settle();
    assertThat(cluster.stats().states()).contains(GroupState.ACTIVE);
  }

  @ParameterizedTest
  @CsvSource({
    "SESSION, REPAIRING",
    "PREVIEW, SCRUBBING",
    "LIGHT, SCRUBBING",
    "DEEP, DEEP_SCRUBBING",
    "REPAIR, DEEP_SCRUBBING REPAIRING"
  })
  void whichScrubRunsIsTold(ScrubKind kind, String expected) {
    GroupCluster cluster = cluster(20);
    cluster.tick(1);
    cluster.order(0, kind);
    cluster.settleWhile(() -> cluster.stats().states().size() == 2);
    assertThat(cluster.stats().states().toString())
        .isEqualTo("[ACTIVE, CLEAN, " + expected.replace(" ", ", ") + "]");
    cluster.settle();
    assertThat(cluster.stats().states()).containsExactly(GroupState.ACTIVE, GroupState.CLEAN);
    assertThat(cluster.differences()).isEmpty();
  }

  @Test
  void onlyLeasesOfThisIntervalCount() {
    GroupCluster cluster = cluster(20);
    long interval = cluster.report().info().history().sameIntervalSince();
    cluster.leases().interval = interval;
    cluster.tick(10_000);
    assertThat(cluster.stats().waitsFor()).isEmpty();
    cluster.leases().interval = interval - 1;
    assertThat(cluster.stats().waitsFor())
        .isEqualTo("a heartbeat of osd.1, to renew the read lease");
  }

  private static MemberId member(int osd) {
    return MemberId.of(new OsdId(osd));
  }
}
