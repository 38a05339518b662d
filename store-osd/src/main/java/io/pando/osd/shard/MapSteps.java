package io.pando.osd.shard;

import io.pando.check.Invariant;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.osd.pg.PlacementGroup;
import io.pando.osd.pg.step.Input;
import io.pando.probe.Probe;
import java.util.List;

/**
 * Passes every map to every group, one map after the other, since a group's history needs them all.
 * Creates the groups that a map places on this shard, and removes those of removed pools.
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

  /** Sets the epoch of the map up to which the stored histories of the groups reach. */
  void begin(long epoch) {
    storedEpoch = epoch;
  }

  /**
   * Processes a newer map.
   *
   * @param incrementals steps that lead to the map; empty if it came whole
   */
  void onMap(ClusterMap newest, List<Incremental> incrementals, Runnable kept) {
    ClusterMap before = shard.map;
    if (before == null || incrementals.isEmpty()) {
      Probe.reachedIf(before != null, "maps: a whole map after steps were missed");
      shard.upMark.onWholeMap(newest.epoch());
    }
    if (before == null) {
      shard.groups.open(newest).forEach(records::removeOrphan);
      // The stored histories reach this map only if everything that followed from it was stored.
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
        runner.give(group, advanced(next, group, successive, awake));
      } else {
        Probe.reached("maps: a pool of this OSD was removed");
        runner.give(group, new Input.PoolRemoved(next.epoch()));
      }
    }
    shard.groups.addNew(next).forEach(fresh -> begin(fresh, next));
  }

  private void begin(PlacementGroup fresh, ClusterMap map) {
    runner.create(fresh);
    runner.give(fresh, advanced(map, fresh, true, shard.isAwake(map)));
    runner.give(fresh, new Input.FullnessChanged(fullness.isFull()));
  }

  /** Recreates a removed group if a map that came meanwhile places it here again. */
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

  /** Stores the epoch of the last processed map, after everything else. */
  void end(Runnable flushed) {
    ClusterMap now = shard.map;
    if (now == null) {
      flushed.run();
    } else {
      records.storeEpoch(now.epoch(), flushed);
    }
  }
}
