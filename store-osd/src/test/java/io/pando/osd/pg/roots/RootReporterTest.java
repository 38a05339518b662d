package io.pando.osd.pg.roots;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Replication;
import io.pando.id.OsdId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.merkle.Digest;
import io.pando.message.ReplicationMessage;
import io.pando.osd.pg.harness.GroupCluster;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.replica.Awaiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** When members of a group at rest tell their primary the root of their tree. */
class RootReporterTest {
  private static final long MILLI = Duration.ofMillis(1).toNanos();

  private final GroupCluster cluster =
      new GroupCluster(3, Replication.PRIMARY, GroupCluster.config(50, true));

  /**
   * Lets steps of 100 ms pass, and returns the numbers of the steps in which replicas sent roots.
   */
  private List<Integer> tellings(int steps) {
    List<Integer> told = new ArrayList<>();
    for (int step = 1; step <= steps; step++) {
      cluster.tick(100 * MILLI);
      List<ReplicationMessage.Root> roots = cluster.said(ReplicationMessage.Root.class);
      for (ReplicationMessage.Root root : roots) {
        assertThat(root.version())
            .isEqualTo(
                cluster.site(0).store().versions().values().stream()
                    .max((a, b) -> a.compareTo(b))
                    .orElseThrow());
        assertThat(root.epoch()).isEqualTo(cluster.map().epoch());
        told.add(step);
      }
      cluster.conversation();
    }
    return told;
  }

  @Test
  void anUpdateIsToldSoonAndWhatIsKnownRarely() {
    cluster.write(0, "a", "1");
    tellings(300);
    cluster.write(0, "b", "2");
    List<Integer> told = tellings(650);
    assertThat(told).as("both replicas, then a minute of silence").hasSize(4);
    assertThat(told.get(0)).isEqualTo(told.get(1));
    assertThat(told.get(2) - told.get(0)).isEqualTo(600);
    assertThat(told.get(3) - told.get(1)).isEqualTo(600);
    assertThat(tellings(1_200)).hasSize(4);
  }

  @Test
  void theFirstIsToldTwoSecondsAfterTheIntervalBegan() {
    cluster.write(0, "a", "1");
    cluster.conversation();
    assertThat(tellings(19)).isEmpty();
    assertThat(tellings(1)).hasSize(2);
    cluster.write(0, "b", "2");
    assertThat(tellings(19)).as("not before two seconds").isEmpty();
    assertThat(tellings(1)).hasSize(2);
    assertThat(tellings(599)).as("it is known").isEmpty();
    assertThat(tellings(1)).hasSize(2);
  }

  @Test
  void primariesTellNobody() {
    cluster.write(0, "a", "1");
    cluster.tick(20_000 * MILLI);
    List<String> said = cluster.conversation();
    assertThat(said).contains("1>0 Root", "2>0 Root").doesNotContain("0>1 Root", "0>2 Root");
  }

  /** Its root would be another one than that of those who have everything. */
  @Test
  void aReplicaThatLacksSomethingTellsNothing() {
    GroupHarness harness = GroupHarness.primary(2, Replication.PRIMARY);
    RootReporter reporter = new RootReporter(harness.replica);
    reporter.onPrimary(GroupHarness.stream(new OsdId(1)));
    harness.replica.append(
        harness.update("a", new RequestId(9, 1)), Version.ZERO, Awaiting.nothing());
    Version head = harness.replica.log().head();
    Digest root = Objects.requireNonNull(harness.replica.root(head));
    harness.pass(2_000 * MILLI);
    reporter.onTick();
    assertThat(harness.said(ReplicationMessage.Root.class))
        .containsExactly(new ReplicationMessage.Root(Maps.GROUP, Maps.EPOCH, head, root));
    harness.replica.noteMissing(GroupHarness.object("a"), head);
    for (int i = 0; i < 6; i++) {
      harness.pass(2_000 * MILLI);
      reporter.onTick();
      assertThat(harness.said(ReplicationMessage.Root.class)).isEmpty();
    }
  }

  @Test
  void everyEighthUpdateIsToldWithItsAcknowledgementAndSoonNotAgain() {
    GroupHarness harness = GroupHarness.primary(2, Replication.PRIMARY);
    RootReporter reporter = new RootReporter(harness.replica);
    reporter.onPrimary(GroupHarness.stream(new OsdId(1)));
    for (int i = 1; i <= 8; i++) {
      harness.replica.append(
          harness.update("o" + i, new RequestId(9, i)), Version.ZERO, Awaiting.nothing());
      Version head = harness.replica.log().head();
      harness.pass(1_900 * MILLI);
      assertThat(reporter.tellWith(head)).isEqualTo(i == 8 ? harness.replica.root(head) : null);
    }
    reporter.onTick();
    harness.pass(59_999 * MILLI);
    reporter.onTick();
    assertThat(harness.said(ReplicationMessage.Root.class)).isEmpty();
    harness.pass(MILLI);
    reporter.onTick();
    assertThat(harness.said(ReplicationMessage.Root.class)).hasSize(1);
  }
}
