package io.pando.mon.rules;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.fullness.FullRatios;
import io.pando.cluster.fullness.PoolQuota;
import io.pando.id.PoolId;
import io.pando.mon.state.MonitorState;
import io.pando.mon.state.Terms;
import io.pando.report.group.GroupState;
import io.pando.report.group.GroupStats;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Quotas of pools, and which pools have reached theirs. A pool that has reached its quota counts as
 * full until it is clearly below, as OSDs do; a pool of which some group is not reported keeps its
 * state.
 */
public final class QuotaRules {
  /** Share of a limit down to which a pool stays full. */
  private static final int KEPT_FROM = FullRatios.ONE - 10;

  private QuotaRules() {}

  /** What a pool stores. */
  private record Use(long bytes, long objects, boolean known) {
    static Use of(PoolInfo pool, List<GroupStats> groups) {
      long bytes = 0;
      long objects = 0;
      boolean known = true;
      for (GroupStats group : groups) {
        if (group.group().pool().equals(pool.id())) {
          bytes += group.contents().bytes();
          objects += group.contents().objects();
          known &= !group.states().contains(GroupState.UNKNOWN);
        }
      }
      return new Use(bytes, objects, known);
    }

    boolean reaches(PoolQuota quota, int thousandths) {
      return quota.isReached(bytes, objects, thousandths);
    }
  }

  static Decision set(MonitorState state, Change.SetQuota set, Terms terms) {
    Optional<PoolInfo> pool = state.map().poolNamed(set.name());
    if (pool.isEmpty()) {
      return new Decision.Rejected(
          "pool '" + set.name() + "' does not exist; 'pando pool ls' lists the pools");
    }
    if (set.value() < 0) {
      return new Decision.Rejected(
          set.limit().label() + " of a pool must be 0, for no limit, or more: " + set.value());
    }
    PoolQuota quota = pool.get().quota().with(set.limit(), set.value());
    String note =
        "pool '%s' has %s %s"
            .formatted(
                set.name(),
                set.value() == 0 ? "no" : "the quota",
                set.limit().label() + (set.value() == 0 ? "" : " " + set.value()));
    if (quota.equals(pool.get().quota())) {
      return new Decision.Accepted(state, note);
    }
    // Whether it is full by the new quota follows from the next statistics.
    PoolInfo changed = pool.get().withQuota(quota, false);
    return new Decision.Accepted(
        state.advance(List.of(new Incremental.PutPool(changed)), terms), note);
  }

  static Decision mark(MonitorState state, Change.MarkFullPools mark, Terms terms) {
    SortedSet<PoolId> full = new TreeSet<>(mark.pools());
    List<Incremental.Edit> edits = new ArrayList<>();
    for (PoolInfo pool : state.map().pools().values()) {
      boolean now = full.contains(pool.id()) && pool.quota().isSet();
      if (now != pool.isFull()) {
        edits.add(new Incremental.PutPool(pool.withQuota(pool.quota(), now)));
      }
    }
    return new Decision.Accepted(state.advance(edits, terms), "marked full pools " + full);
  }

  /** Whether any pool has a quota, so that statistics are needed. */
  static boolean isAnySet(ClusterMap map) {
    return map.pools().values().stream().anyMatch(pool -> pool.quota().isSet());
  }

  /** The change that is due by the statistics of all groups, if any. */
  static Optional<Change> due(ClusterMap map, List<GroupStats> groups) {
    List<PoolId> full = new ArrayList<>();
    boolean changed = false;
    for (PoolInfo pool : map.pools().values()) {
      boolean now = pool.quota().isSet() && isFull(pool, Use.of(pool, groups));
      changed |= now != pool.isFull();
      if (now) {
        full.add(pool.id());
      }
    }
    return changed ? Optional.of(new Change.MarkFullPools(full)) : Optional.empty();
  }

  private static boolean isFull(PoolInfo pool, Use use) {
    if (pool.isFull()) {
      return !use.known() || use.reaches(pool.quota(), KEPT_FROM);
    }
    return use.reaches(pool.quota(), FullRatios.ONE);
  }

  /**
   * Why a quota should not be set, by the statistics of all groups: the pool has reached it
   * already. Empty if nothing speaks against it.
   */
  public static Optional<String> objection(
      ClusterMap map, Change.SetQuota set, List<GroupStats> groups) {
    if (set.value() <= 0) {
      return Optional.empty();
    }
    return map.poolNamed(set.name())
        .map(pool -> Use.of(pool, groups))
        .filter(use ->
            PoolQuota.NONE
                .with(set.limit(), set.value())
                .isReached(use.bytes(), use.objects(), FullRatios.ONE))
        .map(use ->
            ("pool '%s' stores %d bytes in %d objects, so with %s %d its clients could only remove:"
                    + " remove objects first, choose a higher value, or confirm with"
                    + " --yes-i-really-mean-it")
                .formatted(
                    set.name(), use.bytes(), use.objects(), set.limit().label(), set.value()));
  }
}
