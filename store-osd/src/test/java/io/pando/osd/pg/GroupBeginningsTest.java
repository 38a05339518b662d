package io.pando.osd.pg;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.Incremental;
import io.pando.cluster.Replication;
import io.pando.group.GroupLineage;
import io.pando.group.RemainingLeases;
import io.pando.id.MemberId;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import io.pando.message.PeeringMessage;
import io.pando.osd.pg.harness.GroupCluster;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.log.LogBudget;
import io.pando.osd.pg.log.MetaKeys;
import io.pando.osd.pg.replica.GroupContext;
import io.pando.osd.pg.replica.Membership;
import io.pando.osd.pg.replica.StoredGroup;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.Input;
import io.pando.store.CommitOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A group of OSD 1 that begins: asleep, or with what those knew of which it was made. */
final class GroupBeginningsTest {
  private static final OsdId A = new OsdId(0);
  private static final OsdId B = new OsdId(1);

  private final GroupCluster cluster =
      new GroupCluster(3, Replication.PRIMARY, GroupCluster.config(20, true));
  private final List<Effect> effects = new ArrayList<>();

  @BeforeEach
  void write() {
    cluster.write(0, "o", "hello");
  }

  private PlacementGroup begun(StoredGroup stored) {
    return new PlacementGroup(
        new GroupContext(
            B, GroupCluster.config(20, true), new LogBudget(1 << 30), cluster.leases()),
        MemberId.of(B),
        cluster.site(1).group().membership(),
        stored);
  }

  private void step(PlacementGroup group, Input input) {
    group.step(cluster.nowNanos(), input, effects::add);
  }

  private Input.MapAdvanced nextMap(boolean awake) {
    ClusterMap next = cluster.map().apply(new Incremental(cluster.map().epoch() + 1, 0, List.of()));
    return new Input.MapAdvanced(next, cluster.mapping(), true, awake);
  }

  private Input.PeerSaid getInfo(long epoch) {
    return new Input.PeerSaid(
        MemberId.of(A),
        GroupHarness.stream(A),
        epoch,
        new PeeringMessage.GetInfo(Maps.GROUP, epoch));
  }

  private void becomeDurable(PlacementGroup group) {
    for (int i = 0; i < effects.size(); i++) {
      if (effects.get(i) instanceof Effect.Persist) {
        step(group, new Input.Persisted(new CommitOutcome.Committed()));
      }
    }
  }

  /** Who led one of them may answer clients yet. */
  @Test
  void aGroupKnowsOfLeasesWhoeverLedThoseOfWhichItWasMade() {
    cluster.leases().grantedUntilNanos = cluster.nowNanos() + 500;
    PlacementGroup old = cluster.site(1).group();
    PlacementGroup made =
        begun(StoredGroup.fresh(Maps.GROUP, 1, new GroupLineage(1, cluster.map().epoch())));
    made.begin(List.of(old), List.of(), cluster.nowNanos(), effects::add);
    step(made, nextMap(true));
    step(made, getInfo(cluster.map().epoch() + 1));
    becomeDurable(made);
    TreeMap<OsdId, Long> left = new TreeMap<>();
    left.put(A, 500L);
    assertThat(effects)
        .filteredOn(Effect.Answer.class::isInstance)
        .extracting(it -> ((Effect.Answer) it).message())
        .filteredOn(PeeringMessage.Notify.class::isInstance)
        .singleElement()
        .extracting(it -> ((PeeringMessage.Notify) it).leases())
        .isEqualTo(new RemainingLeases(left, 0));
  }

  @Test
  void aGroupThatSleepsLooksForNothing() {
    SortedMap<String, Payload> meta = cluster.site(1).store().meta("", null);
    meta.remove(MetaKeys.TREE_HEAD);
    PlacementGroup sleeping = begun(StoredGroup.parse(Maps.GROUP, meta));
    step(sleeping, nextMap(false));
    effects.clear();
    step(sleeping, new Input.Ticked(cluster.wallMillis()));
    assertThat(effects).isEmpty();
    step(sleeping, nextMap(true));
    effects.clear();
    step(sleeping, new Input.Ticked(cluster.wallMillis()));
    assertThat(effects).hasAtLeastOneElementOfType(Effect.ListVersions.class);
  }

  /** All members must agree when that was, and a copy that is made again is one of theirs. */
  @Test
  void aCopyThatIsBeingRemovedKnowsSinceWhenTheIntervalIs() {
    PlacementGroup leaving = cluster.site(1).group();
    long epoch = cluster.map().epoch();
    step(leaving, new Input.PoolRemoved(epoch));
    GroupMapping without = new GroupMapping(Maps.GROUP, MemberList.of(A), MemberList.of(A));
    ClusterMap next = cluster.map().apply(new Incremental(epoch + 1, 0, List.of()));
    ClusterMap later = next.apply(new Incremental(epoch + 2, 0, List.of()));
    ClusterMap newest = later.apply(new Incremental(epoch + 3, 0, List.of()));
    step(leaving, new Input.MapAdvanced(next, cluster.mapping(), true, true));
    step(leaving, new Input.MapAdvanced(later, without, true, true));
    assertThat(leaving.intervalSince(new Membership(newest, without))).isEqualTo(epoch + 2);
    assertThat(leaving.intervalSince(new Membership(newest, cluster.mapping())))
        .isEqualTo(epoch + 3);
  }
}
