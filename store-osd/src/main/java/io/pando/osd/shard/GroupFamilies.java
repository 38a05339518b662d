package io.pando.osd.shard;

import io.pando.check.Invariant;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupCounts;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.GroupTree;
import io.pando.cluster.PoolInfo;
import io.pando.group.GroupLineage;
import io.pando.id.PgId;
import io.pando.id.ReplicaId;
import io.pando.osd.pg.PlacementGroup;
import io.pando.osd.pg.replica.Membership;
import io.pando.osd.pg.replica.StoredGroup;
import io.pando.osd.pg.split.Regrouping;
import io.pando.osd.pg.step.Input;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Splits and merges the groups of a shard when a map changes a pool's number of groups. The groups
 * concerned end, and new ones begin with the state that {@link Regrouping} derived from them. The
 * store does the same in one transaction, after everything that the old groups submitted and before
 * everything that the new ones submit.
 */
final class GroupFamilies {
  private final ShardState shard;
  private final GroupRunner runner;
  private final FullnessWatch fullness;

  GroupFamilies(ShardState shard, GroupRunner runner, FullnessWatch fullness) {
    this.shard = shard;
    this.runner = runner;
    this.fullness = fullness;
  }

  /** Splits and merges groups for a newer map, before any group processes it. */
  void onMap(ClusterMap next) {
    for (PoolInfo pool : next.pools().values()) {
      List<PlacementGroup> held = shard.groups.of(pool);
      GroupCounts counts = pool.groups();
      if (held.stream().anyMatch(it -> Regrouping.isDue(it.lineage(), counts, next.epoch()))) {
        regroup(counts, held, next.epoch());
      }
    }
  }

  private void regroup(GroupCounts counts, List<PlacementGroup> held, long epoch) {
    List<GroupLineage> lineages = held.stream().map(PlacementGroup::lineage).toList();
    int families = Regrouping.families(counts, lineages);
    SortedMap<ReplicaId, List<PlacementGroup>> byFamily = new TreeMap<>();
    for (PlacementGroup group : held) {
      if (Regrouping.isDue(group.lineage(), counts, epoch)) {
        byFamily.computeIfAbsent(family(group, families), _ -> new ArrayList<>()).add(group);
      }
    }
    byFamily.values().forEach(family -> regroupFamily(counts, family, epoch));
  }

  /** Copies with different positions are never merged. */
  private static ReplicaId family(PlacementGroup group, int families) {
    int ancestor = GroupTree.ancestor(group.group().seed(), families);
    return new ReplicaId(new PgId(group.group().pool(), ancestor), group.self().position());
  }

  private void regroupFamily(GroupCounts counts, List<PlacementGroup> family, long epoch) {
    List<StoredGroup> stored = family.stream().map(PlacementGroup::held).toList();
    Regrouping after = Regrouping.of(counts, stored, family.getFirst().self().position(), epoch);
    GroupLineage lineage = new GroupLineage(counts.count(), epoch);
    if (after.isNothing(stored, lineage)) {
      family.forEach(group -> runner.setLineage(group, lineage));
    } else {
      replace(family, after);
    }
  }

  private void replace(List<PlacementGroup> old, Regrouping after) {
    old.forEach(runner::end);
    List<PlacementGroup> made = new ArrayList<>();
    List<StoreOp> all = new ArrayList<>(after.steps());
    after
        .groups()
        .forEach((group, stored) -> {
          PlacementGroup begun =
              shard.groups.add(stored, old.getFirst().self(), membership(group, old));
          made.add(begun);
          all.addAll(begun.rewriteRecords());
        });
    for (PlacementGroup begun : made) {
      runner.begin(begun, old, List.copyOf(all));
      // The first group submits the transaction for all; the other groups' own steps follow it.
      all.clear();
      runner.give(begun, new Input.FullnessChanged(fullness.isFull()));
    }
  }

  /** The previous membership of a new group: that of the group from which it was made. */
  private static Membership membership(PgId group, List<PlacementGroup> old) {
    PlacementGroup from = null;
    for (PlacementGroup candidate : old) {
      int ancestor = GroupTree.ancestor(group.seed(), candidate.lineage().count());
      if (from == null || ancestor == candidate.group().seed()) {
        from = candidate;
      }
    }
    Membership before = Invariant.present(from, () -> "a family without a group").membership();
    GroupMapping mapping = before.mapping();
    return new Membership(before.map(), new GroupMapping(group, mapping.up(), mapping.acting()));
  }
}
