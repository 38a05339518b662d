package io.pando.osd.pg;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.Incremental;
import io.pando.cluster.Replication;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import io.pando.id.RequestId;
import io.pando.message.ObjectMessage;
import io.pando.message.ReplicationMessage;
import io.pando.op.ObjectOp;
import io.pando.osd.pg.harness.GroupCluster;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.Input;
import io.pando.report.group.GroupState;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What ends with an interval, and what outlives it. */
class IntervalTest {
  private final GroupCluster cluster =
      new GroupCluster(3, Replication.PRIMARY, GroupCluster.config(20, true));

  private PlacementGroup group(int osd) {
    return cluster.site(osd).group();
  }

  /** The next map begins an interval with these members. */
  private Input moved(int... osds) {
    List<OsdId> members = new ArrayList<>();
    for (int osd : osds) {
      members.add(new OsdId(osd));
    }
    return new Input.MapAdvanced(
        cluster.map().apply(new Incremental(cluster.map().epoch() + 1, 0, List.of())),
        new GroupMapping(Maps.GROUP, MemberList.of(members), MemberList.of(members)),
        true,
        true);
  }

  private Input write() {
    return new Input.ClientAsked(
        GroupHarness.client(9),
        new ObjectMessage.Operate(
            new RequestId(8, 1),
            cluster.map().epoch(),
            Maps.GROUP,
            GroupHarness.object("o"),
            List.of(new ObjectOp.WriteFull(Payload.utf8("bytes"))),
            ObjectMessage.Sending.FIRST),
        cluster.wallMillis());
  }

  @Test
  void aGroupNamesItsRole() {
    assertThat(group(0).toString()).startsWith(Maps.GROUP + ", PrimaryInterval");
    assertThat(group(1).toString()).startsWith(Maps.GROUP + ", ReplicaInterval");
    cluster.place(1, 0, 2);
    cluster.tick(GroupCluster.RETRY_NANOS);
    assertThat(group(0).isPrimary()).isFalse();
    assertThat(group(1).isPrimary()).isTrue();
    assertThat(group(1).toString())
        .isEqualTo(Maps.GROUP + ", PrimaryInterval: no transaction is under way");
    cluster.write(1, "o", "bytes");
    assertThat(cluster.differences()).isEmpty();
  }

  @Test
  void itListsWhoWaitsForItsStoreUntilTheIntervalEnds() {
    cluster.conversation();
    cluster.site(0).give(write());
    cluster.settleWhile(() -> cluster.said(ReplicationMessage.Replicate.class).isEmpty());
    String update = "update of " + group(0).held().info().lastUpdate();
    assertThat(group(0).toString()).contains(update);
    List<Effect> effects = cluster.site(0).stepAside(0, moved(0, 2, 1));
    assertThat(effects).anyMatch(Effect.Persist.class::isInstance);
    assertThat(group(0).toString()).contains("transaction ").doesNotContain(update);
    assertThat(group(0).openRequests()).isZero();
    assertThat(group(0).stats().states()).contains(GroupState.PEERING);
  }

  @Test
  void aFullDeviceIsFullInTheNextInterval() {
    cluster.site(0).give(new Input.FullnessChanged(true));
    cluster.place(0, 2, 1);
    assertThat(cluster.write(0, "o", "bytes").toString()).contains("NO_SPACE");
    cluster.site(0).give(new Input.FullnessChanged(false));
    assertThat(cluster.write(0, "o", "bytes").toString()).contains("Succeeded");
  }
}
