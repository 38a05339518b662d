package io.pando.osd.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.check.Invariant;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.Replication;
import io.pando.group.GroupInfo;
import io.pando.group.GroupLineage;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.ReplicaId;
import io.pando.osd.config.OsdIdentity;
import io.pando.osd.pg.PlacementGroup;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.replica.GroupConfig;
import io.pando.osd.pg.replica.StoredGroup;
import io.pando.osd.pg.step.Input;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The maps of a shard that has one group, which the map overrides to be here. */
class MapStepsTest {
  private static final PgId GROUP = Maps.GROUP;
  private static final long FIRST = Maps.EPOCH + 1;

  private final PlayedShard played = new PlayedShard();
  private final DaemonRecords records =
      new DaemonRecords(played.state.ports, played.owner.deaths::add);
  private final MapSteps steps =
      new MapSteps(
          played.state, played.runner, records, new FullnessWatch(played.state, played.runner));
  private final List<String> kept = new ArrayList<>();

  /** The OSD is up since that epoch, and serves the group with another one. */
  private static ClusterMap first(long upFrom) {
    ClusterMap map = Maps.of(2, Replication.PRIMARY).map();
    OsdInfo self = Objects.requireNonNull(map.osds().get(PlayedShard.SELF));
    OsdInfo up =
        new OsdInfo(
            self.id(),
            self.identity(),
            true,
            new OsdInfo.Weight(true, self.weight().reweight()),
            new OsdInfo.Endpoint(played().address(), 1),
            new OsdInfo.UpHistory(upFrom, upFrom, 0, 0));
    return map.apply(
        new Incremental(
            FIRST,
            0,
            List.of(
                new Incremental.PutOsd(up),
                new Incremental.OverrideActing(
                    GROUP, MemberList.of(PlayedShard.SELF, new OsdId(1))))));
  }

  private static OsdIdentity played() {
    return new PlayedShard().state.self;
  }

  private void onMap(ClusterMap newest, Incremental... incrementals) {
    if (played.store.collections().isEmpty()) {
      records.create(() -> {});
    }
    steps.onMap(newest, List.of(incrementals), () -> kept.add("kept " + newest.epoch()));
  }

  private static Incremental step(long epoch, Incremental.Edit... edits) {
    return new Incremental(epoch, 0, List.of(edits));
  }

  private long storedEpoch() {
    List<Long> loaded = new ArrayList<>();
    records.loadEpoch(loaded::add);
    return loaded.getFirst();
  }

  private GroupInfo.History history() {
    return Objects.requireNonNull(played.groups.get(ReplicaId.of(GROUP))).held().info().history();
  }

  @Test
  void theFirstMapMakesGroupsAndIsStored() {
    onMap(first(FIRST));
    assertThat(played.groups.all()).hasSize(1);
    assertThat(played.store.collections())
        .containsExactlyInAnyOrder(CollectionId.DAEMON, CollectionId.of(GROUP));
    assertThat(kept).containsExactly("kept " + FIRST);
    assertThat(storedEpoch()).isEqualTo(FIRST);
    assertThat(played.state.map).isEqualTo(first(FIRST));
    assertThat(played.state.upMark.since()).isEqualTo(FIRST);
    assertThat(Objects.requireNonNull(played.groups.get(ReplicaId.of(GROUP))).isPrimary()).isTrue();
  }

  /** A mark from before a map that came whole is not valid: the maps between are unknown. */
  @Test
  void anOsdThatWasMarkedUpBeforeSleeps() {
    onMap(first(FIRST - 1));
    assertThat(Objects.requireNonNull(played.groups.get(ReplicaId.of(GROUP))).isPrimary())
        .isFalse();
  }

  @Test
  void everyStepIsToldOnceAndThoseThatAreKnownAreNot() {
    ClusterMap map = first(FIRST);
    onMap(map);
    Incremental moves =
        step(
            FIRST + 1,
            new Incremental.OverrideActing(GROUP, MemberList.of(PlayedShard.SELF, new OsdId(2))));
    Incremental back =
        step(
            FIRST + 2,
            new Incremental.OverrideActing(GROUP, MemberList.of(PlayedShard.SELF, new OsdId(1))));
    ClusterMap newest = map.apply(moves).apply(back);
    onMap(newest, step(FIRST), moves, back);
    assertThat(played.state.map).isEqualTo(newest);
    assertThat(history().sameIntervalSince()).isEqualTo(FIRST + 2);
    assertThat(history().knownSince()).isEqualTo(FIRST);
    assertThat(played.state.upMark.since()).as("no map came whole").isEqualTo(FIRST);
    assertThat(storedEpoch()).isEqualTo(FIRST + 2);
    assertThat(kept).containsExactly("kept " + FIRST, "kept " + (FIRST + 2));
  }

  @Test
  void stepsLeadToTheNewestMap() {
    ClusterMap map = first(FIRST);
    onMap(map);
    Incremental next = step(FIRST + 1);
    Incremental behind = step(FIRST + 2);
    assertThatThrownBy(() -> onMap(map.apply(next).apply(behind), next))
        .isInstanceOf(Invariant.BrokenInvariant.class)
        .hasMessage("steps to map %d end at %d".formatted(FIRST + 2, FIRST + 1));
  }

  @Test
  void aMapThatComesWholeLeavesThePastUnknown() {
    ClusterMap map = first(FIRST);
    onMap(map);
    ClusterMap later = map.apply(step(FIRST + 1)).apply(step(FIRST + 2));
    onMap(later);
    assertThat(played.state.upMark.since()).isEqualTo(FIRST + 2);
    assertThat(history().knownSince()).isEqualTo(FIRST + 2);
    assertThat(Objects.requireNonNull(played.groups.get(ReplicaId.of(GROUP))).isPrimary())
        .as("it is to boot again")
        .isFalse();
  }

  private void store(PgId group, long interval) {
    StoredGroup fresh = StoredGroup.fresh(group, 1, new GroupLineage(1, interval));
    GroupHarness harness =
        new GroupHarness(
            PlayedShard.SELF, Maps.of(2, Replication.PRIMARY), GroupConfig.defaults(), fresh);
    harness.replica.image().create();
    played.groups.found(ReplicaId.of(group), harness.store.meta("", null));
    played.store.submit(
        new Transaction(List.of(new StoreOp.CreateCollection(CollectionId.of(group))), true),
        _ -> {});
  }

  /** The stored past reaches the first map, or does not. */
  @Test
  void theStoredPastGoesOnOnlyIfItReachesTheFirstMap() {
    for (long stored : List.of(FIRST - 1, FIRST)) {
      MapStepsTest fresh = new MapStepsTest();
      fresh.store(GROUP, Maps.EPOCH);
      fresh.store(new PgId(new PoolId(9), 0), Maps.EPOCH);
      fresh.records.create(() -> {});
      fresh.steps.begin(stored);
      fresh.onMap(first(FIRST));
      assertThat(fresh.history().knownSince()).isEqualTo(stored == FIRST ? Maps.EPOCH : FIRST);
      assertThat(fresh.played.store.collections())
          .as("of a pool that is gone")
          .containsExactlyInAnyOrder(CollectionId.DAEMON, CollectionId.of(GROUP));
    }
  }

  @Test
  void groupsOfARemovedPoolGoAndComeAgainWithIt() {
    ClusterMap map = first(FIRST);
    PoolInfo pool = Objects.requireNonNull(map.pools().get(GROUP.pool()));
    onMap(map);
    Incremental removes = step(FIRST + 1, new Incremental.RemovePool(GROUP.pool()));
    onMap(map.apply(removes), removes);
    assertThat(played.forgotten).containsExactly(GROUP);
    assertThat(played.groups.all()).isEmpty();
    Incremental again = step(FIRST + 2, new Incremental.PutPool(pool));
    ClusterMap newest = map.apply(removes).apply(again);
    onMap(newest, again);
    assertThat(played.owner.deaths).isEmpty();
  }

  @Test
  void whichMapWasToldLastIsStoredAtTheEnd() {
    steps.end(() -> kept.add("flushed"));
    assertThat(kept).as("no map").containsExactly("flushed");
    onMap(first(FIRST));
    records.storeEpoch(1, () -> {});
    steps.end(() -> kept.add("flushed"));
    assertThat(kept).endsWith("flushed").hasSize(3);
    assertThat(storedEpoch()).isEqualTo(FIRST);
  }

  /** A group that was removed is made again if the newest map has it here, unless all ends. */
  @Test
  void aForgottenGroupIsMadeAgain() {
    onMap(first(FIRST));
    PlacementGroup old = Objects.requireNonNull(played.groups.get(ReplicaId.of(GROUP)));
    old.step(1, new Input.PoolRemoved(FIRST), _ -> {});
    played.groups.forget(ReplicaId.of(GROUP));
    played.state.stopped = true;
    steps.onForgotten(old);
    assertThat(played.groups.all()).isEmpty();
    played.state.stopped = false;
    steps.onForgotten(old);
    assertThat(played.groups.all()).hasSize(1);
    assertThat(played.groups.isHere(old)).isFalse();
    assertThat(Objects.requireNonNull(played.groups.get(ReplicaId.of(GROUP))).isPrimary()).isTrue();
  }
}
