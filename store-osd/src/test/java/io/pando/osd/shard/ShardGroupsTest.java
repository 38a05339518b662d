package io.pando.osd.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupCounts;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.Incremental;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.Replication;
import io.pando.erasure.kernel.PlainKernel;
import io.pando.group.GroupLineage;
import io.pando.id.MemberId;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.ReplicaId;
import io.pando.osd.HostMaps;
import io.pando.osd.pg.PlacementGroup;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.harness.NoLeases;
import io.pando.osd.pg.log.LogBudget;
import io.pando.osd.pg.redundancy.ErasureCodes;
import io.pando.osd.pg.replica.GroupConfig;
import io.pando.osd.pg.replica.Membership;
import io.pando.osd.pg.replica.StoredGroup;
import io.pando.osd.pg.step.Input;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The first of two shards: of pool 1 it has the groups with odd numbers. */
class ShardGroupsTest {
  private static final OsdId SELF = new OsdId(0);
  private static final PoolId POOL = Maps.GROUP.pool();
  private static final PoolId OTHER = new PoolId(2);
  private static final long BUDGET = 1L << 30;
  private static final long EPOCH = Maps.EPOCH + 1;

  private final LogBudget logs = new LogBudget(BUDGET);
  private final ShardGroups groups =
      new ShardGroups(
          SELF,
          new ShardPlace(0, 2),
          GroupConfig.defaults(),
          logs,
          new NoLeases(),
          new ErasureCodes(PlainKernel::new));

  private static PgId group(int seed) {
    return new PgId(POOL, seed);
  }

  private static PoolInfo pool(PoolId id, int count) {
    return new PoolInfo(
        id,
        "p" + id,
        new PoolInfo.Layout(2, 1, GroupCounts.fresh(count), 0),
        3,
        new PoolInfo.Options(false, 1, Replication.PRIMARY));
  }

  private static List<OsdId> osds(int... numbers) {
    List<OsdId> osds = new ArrayList<>();
    for (int number : numbers) {
      osds.add(new OsdId(number));
    }
    return osds;
  }

  /** A map that gives no group to an OSD, except by overrides. */
  private static ClusterMap map(Incremental.Edit... edits) {
    List<Incremental.Edit> all = new ArrayList<>();
    all.add(new Incremental.PutPool(pool(POOL, 6)));
    all.add(new Incremental.PutPool(pool(OTHER, 2)));
    all.addAll(List.of(edits));
    ClusterMap first = Maps.of(3, Replication.PRIMARY).map();
    return first.apply(new Incremental(EPOCH, 0, all));
  }

  private static Incremental.Edit served(PgId group, int... by) {
    return new Incremental.OverrideActing(group, MemberList.of(osds(by)));
  }

  private static List<PgId> names(List<PlacementGroup> all) {
    return all.stream().map(PlacementGroup::group).toList();
  }

  private PlacementGroup add(PgId group, long since, int... members) {
    GroupMapping mapping =
        new GroupMapping(group, MemberList.of(osds(members)), MemberList.of(osds(members)));
    return groups.add(
        StoredGroup.fresh(group, 1, new GroupLineage(6, since)),
        MemberId.of(SELF),
        new Membership(map(), mapping));
  }

  @Test
  void groupsOfThisShardThatTheMapHasHereAreMadeOnce() {
    ClusterMap map =
        map(
            served(group(0), 0, 1),
            served(group(1), 1, 0),
            served(group(3), 1, 2),
            served(group(5), 0),
            served(new PgId(OTHER, 0), 0, 4),
            served(new PgId(OTHER, 1), 0, 4));
    List<PlacementGroup> made = groups.addNew(map);
    assertThat(names(made)).containsExactly(group(1), group(5), new PgId(OTHER, 0));
    assertThat(groups.all()).containsExactlyElementsOf(made);
    assertThat(groups.addNew(map)).isEmpty();
    PlacementGroup one = made.getFirst();
    assertThat(groups.get(ReplicaId.of(group(1)))).isSameAs(one);
    assertThat(groups.get(ReplicaId.of(group(3)))).isNull();
    assertThat(one.lineage()).isEqualTo(new GroupLineage(6, EPOCH));
    assertThat(one.membership()).isEqualTo(new Membership(map, groups.locate(map, group(1))));
    assertThat(one.held().info().history().created()).isEqualTo(3);
    assertThat(one.held().info().history().sameIntervalSince()).isEqualTo(EPOCH);
    assertThat(groups.neighbours()).containsExactlyElementsOf(osds(1, 4));
    assertThat(logs.logBytes()).isEqualTo(BUDGET / 3 / 2);
  }

  @Test
  void theOtherShardHasTheOtherGroups() {
    ShardGroups second =
        new ShardGroups(
            SELF,
            new ShardPlace(1, 2),
            GroupConfig.defaults(),
            logs,
            new NoLeases(),
            new ErasureCodes(PlainKernel::new));
    ClusterMap map = map(served(group(0), 0), served(group(1), 0), served(group(4), 0));
    assertThat(names(second.addNew(map))).containsExactly(group(0), group(4));
  }

  @Test
  void whatWasStoredIsWokenByTheFirstMap() {
    PgId gone = new PgId(new PoolId(9), 0);
    for (PgId group : List.of(group(1), gone)) {
      var harness =
          new GroupHarness(
              SELF,
              Maps.of(2, Replication.PRIMARY),
              GroupConfig.defaults(),
              StoredGroup.fresh(group, 1, new GroupLineage(6, Maps.EPOCH)));
      harness.replica.image().create();
      groups.found(ReplicaId.of(group), harness.store.meta("", null));
    }
    assertThat(groups.all()).isEmpty();
    assertThat(groups.open(map())).containsExactly(ReplicaId.of(gone));
    assertThat(names(List.copyOf(groups.all()))).containsExactly(group(1));
    assertThat(groups.open(map())).as("nothing is stored any more").isEmpty();
  }

  @Test
  void groupsThatAreForgottenAreHereNoMore() {
    PlacementGroup one = add(group(1), Maps.EPOCH, 0, 1);
    PlacementGroup three = add(group(3), Maps.EPOCH, 2, 0);
    assertThat(groups.neighbours()).containsExactlyElementsOf(osds(1, 2));
    PlacementGroup _ = add(group(5), Maps.EPOCH, 0, 1);
    assertThat(logs.logBytes()).isEqualTo(BUDGET / 3 / 2);
    assertThat(groups.isHere(one)).isTrue();
    groups.forget(ReplicaId.of(group(1)));
    assertThat(groups.isHere(one)).isFalse();
    assertThat(groups.isHere(three)).isTrue();
    assertThat(logs.logBytes()).isEqualTo(BUDGET / 2 / 2);
    PlacementGroup again = add(group(1), Maps.EPOCH, 0, 1);
    assertThat(groups.isHere(one)).as("another one of its name").isFalse();
    assertThat(groups.isHere(again)).isTrue();
  }

  /** Others serve it until this OSD has it all. */
  @Test
  void groupsThatAreToComeHereAreMadeAsThoseThatAreServedHere() {
    ClusterMap map =
        map(
            new Incremental.PutCrush(HostMaps.of(2, 1)),
            served(group(1), 1),
            served(group(3), 1, 2));
    assertThat(groups.locate(map, group(1)).up().osds()).contains(SELF);
    assertThat(names(groups.addNew(map)))
        .containsExactly(group(1), group(3), group(5), new PgId(OTHER, 0));
  }

  @Test
  void aGroupOfARemovedPoolIsNotHereToStay() {
    PlacementGroup one = add(group(1), Maps.EPOCH, 0, 1);
    PlacementGroup three = add(group(3), Maps.EPOCH, 0, 1);
    one.step(1, new Input.PoolRemoved(EPOCH), _ -> {});
    assertThat(groups.of(pool(POOL, 6))).containsExactly(three);
    assertThat(groups.all()).as("until it is forgotten").containsExactly(one, three);
  }

  @Test
  void groupsOfAPoolAreThoseOfIt() {
    PlacementGroup one = add(group(1), Maps.EPOCH, 0, 1);
    PlacementGroup other = add(new PgId(OTHER, 0), Maps.EPOCH, 0, 1);
    assertThat(groups.of(pool(POOL, 6))).containsExactly(one);
    assertThat(groups.of(pool(OTHER, 2))).containsExactly(other);
    assertThat(groups.of(pool(new PoolId(3), 2))).isEmpty();
  }

  /** A group here knows of a later division than this map does. */
  @Test
  void mapsThatComeAgainMakeNoGroups() {
    ClusterMap map = map(served(group(5), 0, 1));
    add(group(1), EPOCH + 1, 0, 1);
    assertThat(groups.addNew(map)).isEmpty();
    groups.forget(ReplicaId.of(group(1)));
    add(group(1), EPOCH, 0, 1);
    assertThat(names(groups.addNew(map))).containsExactly(group(5));
  }

  @Test
  void aCopyThatWasRemovedIsMadeAgainIfTheMapHasItHere() {
    PlacementGroup five = add(group(5), Maps.EPOCH, 0, 1);
    groups.forget(ReplicaId.of(group(5)));
    assertThat(groups.addAgain(map(), five)).as("not here").isEmpty();
    ClusterMap here = map(served(group(5), 0, 1));
    ClusterMap without = map(new Incremental.RemovePool(POOL));
    assertThat(groups.addAgain(without, five)).isEmpty();
    ClusterMap fewer = map(served(group(5), 0, 1), new Incremental.PutPool(pool(POOL, 5)));
    assertThat(groups.addAgain(fewer, five)).as("the pool has five groups").isEmpty();
    assertThat(groups.all()).isEmpty();
    PlacementGroup again = groups.addAgain(here, five).orElseThrow();
    assertThat(groups.get(ReplicaId.of(group(5)))).isSameAs(again);
    assertThat(again.held().info().history().sameIntervalSince()).isEqualTo(EPOCH);
  }
}
