package io.pando.osd.shard;

import io.pando.check.Invariant;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.osd.pg.PlacementGroup;
import io.pando.osd.pg.step.Input;
import io.pando.probe.Probe;
import java.util.List;

/**
 * Tells every map to every group, one after the other, since a group's history needs them all;
 * makes the groups that a map has here, and removes those of removed pools.
 */
final class MapSteps {
  private final ShardState shard;
  private final GroupRunner runner;
  private final DaemonRecords records;
  private final FullnessWatch fullness;
  private final GroupFamilies families;
  private long storedEpoch;

  MapSteps(ShardState shard, GroupRunner runner, DaemonRecords records, FullnessWatch fullness) {
    this.shard = shard;
    this.runner = runner;
    this.records = records;
    this.fullness = fullness;
    this.families = new GroupFamilies(shard, runner, fullness);
  }

  /** The stored histories of the groups reach the map of this epoch. */
  void begin(long epoch) {
    storedEpoch = epoch;
  }

  /**
   * There is a newer map.
   *
   * @param incrementals that lead to it; empty if it came whole
   */
  void onMap(ClusterMap newest, List<Incremental> incrementals, Runnable kept) {
    ClusterMap before = shard.map;
    if (before == null || incrementals.isEmpty()) {
      Probe.reachedIf(before != null, "maps: a whole map after steps were missed");
      shard.upMark.onWholeMap(newest.epoch());
    }
    if (before == null) {
      shard.groups.open(newest).forEach(records::removeOrphan);
      // The stored history reaches this map only if all that it brought was stored.
      boolean known = storedEpoch >= newest.epoch();
      advance(newest, known);
    } else if (incrementals.isEmpty()) {
      advance(newest, false);
    } else {
      ClusterMap step = before;
      for (Incremental incremental : incrementals) {
        if (incremental.epoch() == step.epoch() + 1) {
          step = step.apply(incremental);
          advance(step, true);
        }
      }
      long reached = step.epoch();
      Invariant.check(
          reached == newest.epoch(),
          () -> "steps to map %d end at %d".formatted(newest.epoch(), reached));
    }
    records.storeEpoch(newest.epoch(), kept);
  }

  private void advance(ClusterMap next, boolean successive) {
    shard.map = next;
    families.onMap(next);
    boolean awake = shard.isAwake(next);
    for (PlacementGroup group : List.copyOf(shard.groups.all())) {
      if (next.pools().containsKey(group.group().pool())) {
        runner.give(group.group(), advanced(next, group, successive, awake));
      } else {
        Probe.reached("maps: a pool of this OSD was removed");
        runner.give(group.group(), new Input.PoolRemoved(next.epoch()));
      }
    }
    shard.groups.addNew(next).forEach(fresh -> begin(fresh, next));
  }

  private void begin(PlacementGroup fresh, ClusterMap map) {
    runner.create(fresh);
    runner.give(fresh.group(), advanced(map, fresh, true, shard.isAwake(map)));
    runner.give(fresh.group(), new Input.FullnessChanged(fullness.isFull()));
  }

  /** A group was removed; a map that came meanwhile may have it here again. */
  void onForgotten(PlacementGroup group) {
    Probe.reached("maps: a group is forgotten");
    ClusterMap now = shard.map;
    if (now != null && !shard.stopped) {
      shard.groups.addAgain(now, group).ifPresent(fresh -> begin(fresh, now));
    }
  }

  private Input advanced(ClusterMap map, PlacementGroup group, boolean successive, boolean awake) {
    return new Input.MapAdvanced(map, shard.groups.locate(map, group.group()), successive, awake);
  }

  /** Stores which map was told last, behind everything else. */
  void end(Runnable flushed) {
    ClusterMap now = shard.map;
    if (now == null) {
      flushed.run();
    } else {
      records.storeEpoch(now.epoch(), flushed);
    }
  }
}
