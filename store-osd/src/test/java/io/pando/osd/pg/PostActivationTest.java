package io.pando.osd.pg;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.cluster.Replication;
import io.pando.id.OsdId;
import io.pando.op.ObjectOp;
import io.pando.osd.pg.harness.GroupCluster;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.report.group.GroupState;
import org.junit.jupiter.api.Test;

/** Whether a group goes back to where it belongs, and who is asked for what its members lack. */
final class PostActivationTest {
  private static final OsdId A = new OsdId(0);
  private static final OsdId B = new OsdId(1);
  private static final OsdId C = new OsdId(2);
  private static final OsdId D = new OsdId(3);

  private final GroupCluster cluster =
      new GroupCluster(3, Replication.PRIMARY, GroupCluster.config(2, true));

  /** More than the log and the index tell, so that who comes new cannot lead. */
  private void write() {
    for (int i = 0; i < 30; i++) {
      cluster.write(0, "o" + i % 8, "hello" + i);
    }
  }

  /** The group is to be on these OSDs; it comes to rest after a few maps. */
  private void place(Integer... osds) {
    cluster.setEdits(false);
    cluster.place(osds);
    cluster.setEdits(true);
    long last = cluster.map().epoch() + 20;
    cluster.settleWhile(() -> cluster.map().epoch() < last);
    assertThat(cluster.map().epoch()).isLessThan(last);
  }

  private void damage(int... osds) {
    for (int osd : osds) {
      cluster.site(osd).store().damaged.add(GroupHarness.object("o1"));
    }
  }

  /** It belongs to two OSDs, and three have it. */
  @Test
  void aGroupStaysWhereItHasMoreReplicas() {
    write();
    place(3, 0);
    assertThat(cluster.mapping().up().osds()).containsExactly(D, A);
    assertThat(cluster.mapping().acting().osds()).containsExactly(A, B, C);
    assertThat(cluster.site(3).store().contents()).isEqualTo(cluster.site(0).store().contents());
    cluster.tick(GroupCluster.RETRY_NANOS);
    assertThat(cluster.mapping().acting().osds()).containsExactly(A, B, C);
    assertThat(cluster.stats().states()).doesNotContain(GroupState.CLEAN);
    place(3, 0, 1);
    assertThat(cluster.mapping().acting().osds()).containsExactly(D, A, B);
    assertThat(cluster.differences()).isEmpty();
  }

  /** It belongs to two OSDs, and two others have it; afterwards a third one is of use. */
  @Test
  void aGroupIsLedByWhomItBelongsToOnceThatOneHasEverything() {
    write();
    cluster.stop(2);
    place(3, 0);
    assertThat(cluster.mapping().up().osds()).containsExactly(D, A);
    assertThat(cluster.mapping().acting().osds()).containsExactly(D, A, B);
    assertThat(cluster.site(3).store().contents()).isEqualTo(cluster.site(0).store().contents());
    assertThat(cluster.stats().states()).doesNotContain(GroupState.CLEAN);
  }

  /** OSD 2 missed an update, OSD 3 has it, and the others cannot read it. */
  @Test
  void aFormerMemberIsAskedBeforeAMemberThatLacksTheObject() {
    write();
    cluster.place(0, 1, 3);
    cluster.write(0, "o1", "new");
    assertThat(cluster.site(2).group().held().info().isEmpty()).isFalse();
    damage(0, 1);
    cluster.conversation();
    cluster.place(0, 1, 2);
    assertThat(cluster.conversation()).contains("0>1 Pull", "0>3 Pull").doesNotContain("0>2 Pull");
    assertThat(cluster.differences()).isEmpty();
  }

  /** OSD 3 was to be a member, and was not activated. */
  @Test
  void whoHasNothingIsNotAsked() {
    write();
    cluster.setEdits(false);
    cluster.place(0, 1, 3);
    assertThat(cluster.site(3).group().held().info().isEmpty()).isTrue();
    cluster.place(0, 1, 2);
    cluster.setEdits(true);
    cluster.settle();
    assertThat(cluster.site(3).runs()).isTrue();
    assertThat(cluster.stats().states()).contains(GroupState.ACTIVE);
    damage(0, 1, 2);
    cluster.conversation();
    cluster.operate(0, "o1", new ObjectOp.Read(new ByteRange(0, 100)));
    assertThat(cluster.conversation()).contains("0>1 Pull", "0>2 Pull").doesNotContain("0>3 Pull");
  }
}
