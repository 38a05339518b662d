package io.pando.osd.pg.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.Compression;
import io.pando.cluster.GroupCounts;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.Incremental;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.Replication;
import io.pando.group.GroupInfo.Interval;
import io.pando.id.MemberId;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.osd.pg.harness.Maps;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class MembershipTest {
  private static final OsdId ONE = new OsdId(1);

  private final Membership now = of(List.of(0, 1, 2), List.of(0, 1, 2));

  private static List<OsdId> osds(List<Integer> numbers) {
    return numbers.stream().map(OsdId::new).toList();
  }

  private static MemberId member(int osd) {
    return MemberId.of(new OsdId(osd));
  }

  private static List<MemberId> members(Integer... osds) {
    return Arrays.stream(osds).map(MembershipTest::member).toList();
  }

  private static Membership of(List<Integer> up, List<Integer> acting) {
    return Maps.of(osds(up), osds(acting), Replication.PRIMARY, Maps.EPOCH, new TreeSet<>());
  }

  private Membership after(Incremental.Edit... edits) {
    ClusterMap next = now.map().apply(new Incremental(Maps.EPOCH + 1, 0, List.of(edits)));
    return new Membership(next, now.mapping());
  }

  private static Incremental.Edit upFrom(OsdInfo it, long upFrom) {
    return new Incremental.PutOsd(
        new OsdInfo(
            it.id(),
            it.identity(),
            it.up(),
            it.weight(),
            it.endpoint(),
            new OsdInfo.UpHistory(upFrom, it.upThru(), it.downAt(), 0)));
  }

  private OsdInfo info(int osd) {
    return List.copyOf(now.map().osds().values()).get(osd);
  }

  @Test
  void membersAreWhoServesAndWhoIsTo() {
    Membership moving = of(List.of(3, 1), List.of(2, 0));
    assertThat(moving.members()).containsExactlyElementsOf(members(0, 1, 2, 3));
    assertThat(moving.osds()).containsExactlyElementsOf(osds(List.of(0, 1, 2, 3)));
    assertThat(moving.up()).containsExactlyElementsOf(members(3, 1));
    assertThat(moving.acting()).containsExactlyElementsOf(members(2, 0));
    assertThat(moving.primary()).contains(member(2));
    assertThat(moving.possibleOn(new OsdId(1))).containsExactly(member(1));
    assertThat(moving.others(member(1))).containsExactlyElementsOf(members(0, 2, 3));
    assertThat(moving.others(member(7))).isEqualTo(moving.members());
    assertThat(moving.isPrimary(member(2))).isTrue();
    assertThat(moving.isPrimary(member(3))).isFalse();
    assertThat(moving.isPrimary(member(0))).isFalse();
    assertThat(moving.epoch()).isEqualTo(Maps.EPOCH);
    assertThat(moving.pool().size()).isEqualTo(2);
    assertThat(of(List.of(1), List.of()).isPrimary(member(1))).isFalse();
  }

  /** Past intervals have members by the same rule; the primary may stand behind a hole. */
  @Test
  void holesAreNoMembers() {
    MemberList acting =
        MemberList.ofPositions(
            List.of(Optional.empty(), Optional.of(new OsdId(2)), Optional.of(ONE)));
    GroupMapping mapping = new GroupMapping(Maps.GROUP, MemberList.of(ONE), acting);
    Membership holed = new Membership(now.map(), mapping);
    assertThat(holed.members()).containsExactlyElementsOf(members(1, 2));
    assertThat(holed.primary()).contains(member(2));
    assertThat(holed.isPrimary(member(2))).isTrue();
    Interval past = new Interval(1, 2, MemberList.of(new OsdId(5)), acting, true);
    assertThat(holed.membersIn(past)).containsExactlyElementsOf(members(1, 2, 5));
  }

  @Test
  void theMapMayHaveSomebodyElseServe() {
    assertThat(now.isOverridden()).isFalse();
    assertThat(after(new Incremental.OverrideActing(Maps.GROUP, MemberList.of(ONE))).isOverridden())
        .isTrue();
  }

  @Test
  void anIntervalGoesOnWithTheSameIncarnationsOfTheSameMembers() {
    assertThat(now.continuesIn(after())).isTrue();
    assertThat(now.continuesIn(of(List.of(0, 1, 2), List.of(0, 2, 1)))).isFalse();
    assertThat(now.continuesIn(of(List.of(0, 2, 1), List.of(0, 1, 2)))).isFalse();
    assertThat(now.continuesIn(after(upFrom(info(2), Maps.EPOCH + 1)))).isFalse();
    assertThat(now.continuesIn(after(upFrom(info(3), Maps.EPOCH + 1)))).as("no member").isTrue();
  }

  /** An OSD that is not in the map has no incarnation. */
  @Test
  void membersThatTheMapDoesNotHaveAreTheSame() {
    GroupMapping mapping =
        new GroupMapping(
            Maps.GROUP, MemberList.of(osds(List.of(0, 77))), MemberList.of(osds(List.of(0))));
    Membership one = new Membership(now.map(), mapping);
    assertThat(one.continuesIn(new Membership(after().map(), mapping))).isTrue();
  }

  private List<PoolInfo> changed() {
    PoolInfo pool = now.pool();
    List<PoolInfo> pools = new ArrayList<>();
    pools.add(with(pool, 4, 2, pool.groups(), Replication.PRIMARY));
    pools.add(with(pool, 3, 1, pool.groups(), Replication.PRIMARY));
    pools.add(with(pool, 3, 2, GroupCounts.fresh(2), Replication.PRIMARY));
    pools.add(with(pool, 3, 2, pool.groups(), Replication.CHAIN));
    return pools;
  }

  private static PoolInfo with(
      PoolInfo it, int size, int minSize, GroupCounts groups, Replication replication) {
    return new PoolInfo(
        it.id(),
        it.name(),
        new PoolInfo.Layout(size, minSize, groups, it.rule()),
        1,
        new PoolInfo.Options(false, 1, replication, Compression.ZSTD));
  }

  @Test
  void anIntervalEndsWithOtherTermsOfThePool() {
    for (PoolInfo pool : changed()) {
      assertThat(now.continuesIn(after(new Incremental.PutPool(pool)))).as("%s", pool).isFalse();
    }
    assertThat(now.continuesIn(after(new Incremental.PutPool(now.pool())))).isTrue();
  }

  /** When two groups become three, the first of them is split, and the other one is not. */
  @Test
  void anIntervalGoesOnIfOtherGroupsAreSplit() {
    for (int seed = 0; seed < 2; seed++) {
      PoolInfo two = with(now.pool(), 3, 2, GroupCounts.fresh(2), Replication.PRIMARY);
      PoolInfo three = with(now.pool(), 3, 2, GroupCounts.fresh(3), Replication.PRIMARY);
      PgId group = new PgId(Maps.GROUP.pool(), seed);
      GroupMapping mapping =
          new GroupMapping(
              group, MemberList.of(osds(List.of(0, 1))), MemberList.of(osds(List.of(0))));
      Membership before = new Membership(after(new Incremental.PutPool(two)).map(), mapping);
      Membership next = new Membership(after(new Incremental.PutPool(three)).map(), mapping);
      assertThat(before.continuesIn(next)).isEqualTo(seed == 1);
    }
  }

  /** Of three groups that become two the last goes, into the first one. */
  @Test
  void anIntervalEndsForBothGroupsThatAreMergedAndForNoOther() {
    for (int seed = 0; seed < 3; seed++) {
      PoolInfo three = with(now.pool(), 3, 2, GroupCounts.fresh(3), Replication.PRIMARY);
      PoolInfo two = with(now.pool(), 3, 2, GroupCounts.fresh(2), Replication.PRIMARY);
      PgId group = new PgId(Maps.GROUP.pool(), seed);
      GroupMapping mapping =
          new GroupMapping(
              group, MemberList.of(osds(List.of(0, 1))), MemberList.of(osds(List.of(0))));
      Membership before = new Membership(after(new Incremental.PutPool(three)).map(), mapping);
      Membership next = new Membership(after(new Incremental.PutPool(two)).map(), mapping);
      assertThat(before.continuesIn(next)).as("group %d", seed).isEqualTo(seed == 1);
    }
  }

  @Test
  void aPoolThatIsGoneCompressesNothing() {
    PoolInfo pool = now.pool();
    PoolInfo packed = with(pool, 3, 2, pool.groups(), pool.replication());
    assertThat(after(new Incremental.PutPool(packed)).compression()).isEqualTo(Compression.ZSTD);
    Membership gone = after(new Incremental.RemovePool(Maps.GROUP.pool()));
    assertThat(gone.compression()).isEqualTo(Compression.NONE);
  }
}
