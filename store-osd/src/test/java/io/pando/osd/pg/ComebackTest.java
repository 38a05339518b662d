package io.pando.osd.pg;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Replication;
import io.pando.id.MemberId;
import io.pando.id.OsdId;
import io.pando.message.PeeringMessage;
import io.pando.message.RecoveryMessage;
import io.pando.osd.pg.harness.GroupCluster;
import io.pando.osd.pg.step.Effect;
import io.pando.report.group.GroupState;
import io.pando.report.group.ReturnReport;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The messages between members of a group when one of them joins or returns. */
class ComebackTest {
  private static final OsdId C = new OsdId(2);
  private static final OsdId D = new OsdId(3);

  private static GroupCluster cluster(int indexChanges, boolean trees) {
    GroupCluster cluster =
        new GroupCluster(3, Replication.PRIMARY, GroupCluster.config(indexChanges, trees));
    for (int i = 0; i < 8; i++) {
      cluster.write(0, "o" + i, "hello" + i);
    }
    return cluster;
  }

  /** The log has ten entries; thirty updates of five objects are more. */
  private static void changeMore(GroupCluster cluster) {
    for (int i = 0; i < 30; i++) {
      cluster.write(0, "o" + i % 5, "again" + i);
    }
  }

  private static ReturnReport returned(GroupCluster cluster, OsdId osd) {
    ReturnReport report = cluster.report().replicas().returns().get(MemberId.of(osd));
    if (report == null) {
      throw new AssertionError(osd + " did not come back");
    }
    return report;
  }

  private static long recovered(GroupCluster cluster, int osd) {
    return cluster.site(osd).effects(Effect.CountRecovered.class).stream()
        .mapToLong(Effect.CountRecovered::copies)
        .sum();
  }

  @Test
  void aNewGroupAgreesOnNothingAndIsClean() {
    GroupCluster cluster = new GroupCluster(3, Replication.PRIMARY, GroupCluster.config(20, true));
    assertThat(cluster.conversation())
        .containsExactly(
            "0>1 GetInfo",
            "0>2 GetInfo",
            "1>0 RememberScrub",
            "1>0 Notify",
            "2>0 RememberScrub",
            "2>0 Notify",
            "0>1 Activate",
            "0>2 Activate",
            "1>0 Activated",
            "2>0 Activated",
            "0>1 Share",
            "0>2 Share",
            "0>1 Share",
            "0>2 Share");
    assertThat(cluster.differences()).isEmpty();
    assertThat(cluster.report().pastIntervals()).isEmpty();
  }

  @Test
  void updatesThatAMemberMissedAreToldByTheLogAndBroughtTogether() {
    GroupCluster cluster = cluster(20, true);
    cluster.stop(2);
    cluster.write(0, "o3", "x");
    cluster.write(0, "o4", "yy");
    cluster.write(0, "o3", "zzz");
    cluster.conversation();
    recovered(cluster, 0);
    cluster.restart(2);
    assertThat(cluster.conversation())
        .containsExactly(
            "0>1 GetInfo",
            "0>2 GetInfo",
            "1>0 RememberScrub",
            "1>0 Notify",
            "2>0 RememberScrub",
            "2>0 Notify",
            "0>1 Activate",
            "0>2 Activate",
            "1>0 Activated",
            "2>0 Activated",
            "0>1 Share",
            "0>2 Share",
            "0>2 Reserve",
            "2>0 Reserved",
            "0>2 Push",
            "2>0 Pushed",
            "0>2 Release",
            "0>1 Share",
            "0>2 Share");
    assertThat(cluster.differences()).isEmpty();
    ReturnReport report = returned(cluster, C);
    assertThat(report.way()).isEqualTo("log");
    assertThat(report.lacking()).isEqualTo(2);
    assertThat(report.cost().listed()).isEqualTo(3);
    assertThat(report.copies().copied()).isEqualTo(2);
    assertThat(report.copies().copiedBytes()).isEqualTo(5);
    assertThat(recovered(cluster, 0)).isEqualTo(2);
  }

  @Test
  void theVersionIndexTellsWhatTheLogDoesNotReach() {
    GroupCluster cluster = cluster(20, true);
    cluster.stop(2);
    changeMore(cluster);
    cluster.said(PeeringMessage.class);
    recovered(cluster, 0);
    cluster.restart(2);
    assertThat(cluster.said(RecoveryMessage.class))
        .noneMatch(RecoveryMessage.Scan.class::isInstance)
        .noneMatch(RecoveryMessage.CompareTrees.class::isInstance);
    assertThat(cluster.differences()).isEmpty();
    ReturnReport report = returned(cluster, C);
    assertThat(report.way()).isEqualTo("index");
    assertThat(report.lacking()).isEqualTo(5);
    assertThat(report.copies().copied()).isEqualTo(5);
    assertThat(report.cost().digests()).isZero();
    assertThat(recovered(cluster, 0)).isEqualTo(5);
  }

  @Test
  void treesTellWhereAMemberDiffersOfWhichTheIndexKnowsTooMuch() {
    GroupCluster cluster = cluster(2, true);
    cluster.stop(2);
    changeMore(cluster);
    cluster.said(PeeringMessage.class);
    recovered(cluster, 0);
    cluster.restart(2);
    assertThat(cluster.said(RecoveryMessage.CompareTrees.class)).isNotEmpty();
    assertThat(cluster.differences()).isEmpty();
    ReturnReport report = returned(cluster, C);
    assertThat(report.way()).isEqualTo("tree");
    assertThat(report.lacking()).isEqualTo(5);
    assertThat(report.copies().copied()).isEqualTo(5);
    assertThat(report.cost().digests()).isPositive();
    assertThat(recovered(cluster, 0)).isEqualTo(5);
  }

  @Test
  void withoutTreesAllObjectsAreListed() {
    GroupCluster cluster = cluster(2, false);
    cluster.stop(2);
    changeMore(cluster);
    cluster.said(PeeringMessage.class);
    recovered(cluster, 0);
    cluster.restart(2);
    List<RecoveryMessage> said = cluster.said(RecoveryMessage.class);
    assertThat(said).noneMatch(RecoveryMessage.CompareTrees.class::isInstance);
    assertThat(said).filteredOn(RecoveryMessage.Scan.class::isInstance).hasSize(2);
    assertThat(cluster.differences()).isEmpty();
    ReturnReport report = returned(cluster, C);
    assertThat(report.lacking()).isEqualTo(5);
    assertThat(report.copies().copied()).isEqualTo(5);
    assertThat(report.cost().digests()).isZero();
    assertThat(recovered(cluster, 0)).isEqualTo(5);
  }

  /** The primary takes over the log, and requests the objects from OSDs that have them. */
  @Test
  void aPrimaryThatWasAwayFetchesLogAndObjects() {
    GroupCluster cluster = cluster(20, true);
    cluster.stop(0);
    cluster.write(1, "o3", "x");
    cluster.conversation();
    cluster.restart(0);
    List<String> said = cluster.conversation();
    assertThat(said)
        .containsSubsequence(
            "0>1 GetLog", "1>0 LogPart", "0>1 Activate", "0>2 Activate", "0>1 Pull", "1>0 Push")
        .doesNotContain("0>2 GetLog", "0>2 Pull", "0>1 Push", "0>2 Push");
    assertThat(said).filteredOn("0>1 Pull"::equals).hasSize(1);
    assertThat(cluster.differences()).isEmpty();
    assertThat(recovered(cluster, 0)).isOne();
  }

  /** A primary without data cannot serve clients: meanwhile others act, and it is filled. */
  @Test
  void aPrimaryThatTheLogDoesNotReachIsFilledByOthersFirst() {
    GroupCluster cluster = cluster(2, true);
    changeMore(cluster);
    recovered(cluster, 0);
    cluster.conversation();
    cluster.setEdits(false);
    cluster.place(3, 0, 1);
    assertThat(cluster.stats().states()).contains(GroupState.PEERING);
    assertThat(cluster.stats().waitsFor()).startsWith("the monitors to make [");
    cluster.setEdits(true);
    cluster.settle();
    assertThat(cluster.mapping().acting()).isEqualTo(cluster.mapping().up());
    assertThat(cluster.map().actingOverrides()).isEmpty();
    assertThat(cluster.differences()).isEmpty();
    assertThat(recovered(cluster, 0)).isEqualTo(8);
    assertThat(cluster.report().replicas().missing().values()).containsOnly(0L);
  }

  /** Who had the group before goes once it is clean, and not before. */
  @Test
  void aCopyThatIsNotNeededAnyMoreIsRemoved() {
    GroupCluster cluster = cluster(20, true);
    cluster.site(0).setSlots(false);
    cluster.place(0, 1, 3);
    cluster.tick(GroupCluster.RETRY_NANOS);
    assertThat(cluster.site(2).runs()).isTrue();
    assertThat(cluster.said(PeeringMessage.Discard.class)).isEmpty();
    cluster.site(0).setSlots(true);
    cluster.settle();
    cluster.tick(GroupCluster.RETRY_NANOS - 1);
    assertThat(cluster.site(2).runs()).as("it has not told again that it is there").isTrue();
    cluster.tick(1);
    assertThat(cluster.said(PeeringMessage.Discard.class)).hasSize(1);
    assertThat(cluster.site(2).runs()).isFalse();
    assertThat(cluster.site(2).store().ids()).isEmpty();
    assertThat(cluster.differences()).isEmpty();
    assertThat(returned(cluster, D).copies().copied()).isEqualTo(8);
  }
}
