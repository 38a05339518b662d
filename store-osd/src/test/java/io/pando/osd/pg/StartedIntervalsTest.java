package io.pando.osd.pg;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Replication;
import io.pando.group.GroupInfo;
import io.pando.osd.pg.harness.GroupCluster;
import io.pando.report.group.GroupState;
import org.junit.jupiter.api.Test;

/** An interval has started once updates may be accepted in it: with two members of three. */
class StartedIntervalsTest {
  private final GroupCluster cluster =
      new GroupCluster(3, Replication.PRIMARY, GroupCluster.config(20, true));

  private GroupInfo info() {
    return cluster.report().info();
  }

  private long interval() {
    return info().history().sameIntervalSince();
  }

  @Test
  void enoughMembersStartAnInterval() {
    long first = interval();
    assertThat(info().lastEpochStarted()).isEqualTo(first);
    assertThat(info().history().lastEpochStarted()).isEqualTo(first);
    cluster.stop(2);
    assertThat(interval()).isGreaterThan(first);
    assertThat(info().lastEpochStarted()).isEqualTo(interval());
    assertThat(info().history().lastEpochStarted()).isEqualTo(interval());
  }

  @Test
  void tooFewMembersAreActiveAndStartNone() {
    cluster.stop(2);
    long second = interval();
    cluster.stop(1);
    assertThat(interval()).isGreaterThan(second);
    assertThat(cluster.stats().states()).contains(GroupState.ACTIVE);
    assertThat(info().lastEpochStarted()).isEqualTo(second);
    assertThat(info().history().lastEpochStarted()).isEqualTo(second);
    cluster.restart(1);
    assertThat(info().lastEpochStarted()).isEqualTo(interval());
    assertThat(info().history().lastEpochStarted()).isEqualTo(interval());
  }
}
