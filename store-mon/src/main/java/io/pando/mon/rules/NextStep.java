package io.pando.mon.rules;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupCounts;
import io.pando.cluster.GroupStep;
import io.pando.cluster.PoolInfo;
import io.pando.report.group.GroupState;
import io.pando.report.group.GroupStats;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Decides when a pool on its way to another number of groups takes the next step: when the groups
 * that the last step changed have settled, by the statistics of their primaries. Pure; the leading
 * monitor calls it periodically.
 */
public final class NextStep {
  /** Longest time that clients wait for groups to become quiet; then the step is given up. */
  private static final long QUIET_PATIENCE_MILLIS = 5_000;

  /** Pause before clients have to wait again. */
  private static final long QUIET_REST_MILLIS = 3_000;

  private NextStep() {}

  /** Whether some pool is on its way to another number of groups. */
  public static boolean isAnyDue(ClusterMap map) {
    return map.pools().values().stream().anyMatch(pool -> !pool.groups().isSettled());
  }

  /**
   * The next step of the first pool that can take one.
   *
   * @param groups statistics of all groups of the map, as their primaries sent them
   */
  public static Optional<Change.StepGroups> of(
      ClusterMap map, List<GroupStats> groups, long nowMillis) {
    for (PoolInfo pool : map.pools().values()) {
      if (!pool.groups().isSettled()) {
        List<GroupStats> own =
            groups.stream().filter(g -> g.group().pool().equals(pool.id())).toList();
        Optional<Change.StepGroups> step = of(pool, own, nowMillis);
        if (step.isPresent()) {
          return step;
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<Change.StepGroups> of(
      PoolInfo pool, List<GroupStats> own, long nowMillis) {
    List<GroupStep> possible = GroupSteps.possible(pool.groups());
    if (possible.isEmpty()) {
      return Optional.empty();
    }
    long restedMillis = nowMillis - pool.groups().steps().steppedMillis();
    return switch (possible.getFirst()) {
      case SPLIT -> plain(pool, GroupStep.SPLIT, all(pool, own, GroupState.ACTIVE));
      case PLACE -> plain(pool, GroupStep.PLACE, all(pool, own, GroupState.CLEAN));
      case QUIET ->
          plain(
              pool,
              GroupStep.QUIET,
              restedMillis >= QUIET_REST_MILLIS && all(pool, own, GroupState.CLEAN));
      case MERGE -> {
        Optional<Change.StepGroups> merge = merge(pool, own);
        yield merge.isPresent()
            ? merge
            : plain(pool, GroupStep.RESUME, restedMillis >= QUIET_PATIENCE_MILLIS);
      }
      case RESUME -> plain(pool, GroupStep.RESUME, true);
    };
  }

  private static Optional<Change.StepGroups> plain(PoolInfo pool, GroupStep step, boolean due) {
    return due
        ? Optional.of(
            new Change.StepGroups(pool.id(), pool.groups().steps().steppedEpoch(), step, List.of()))
        : Optional.empty();
  }

  private static boolean all(PoolInfo pool, List<GroupStats> own, GroupState state) {
    return own.size() == pool.groupCount()
        && own.stream().allMatch(group -> isCurrently(group, state, pool.groups()));
  }

  private static boolean isCurrently(GroupStats group, GroupState state, GroupCounts counts) {
    return group.mapping().epoch() >= counts.steps().steppedEpoch()
        && group.states().contains(state)
        && !group.states().contains(GroupState.STALE);
  }

  private static Optional<Change.StepGroups> merge(PoolInfo pool, List<GroupStats> own) {
    GroupCounts counts = pool.groups();
    List<Change.QuietGroup> quiet = new ArrayList<>();
    for (GroupStats group : own) {
      if (!counts.isQuiet(group.group().seed())) {
        continue;
      }
      if (!isCurrently(group, GroupState.QUIET, counts)) {
        return Optional.empty();
      }
      quiet.add(
          new Change.QuietGroup(
              group.group(), group.mapping().epoch(), group.contents().version(), group.acting()));
    }
    return Optional.of(
        new Change.StepGroups(pool.id(), counts.steps().steppedEpoch(), GroupStep.MERGE, quiet));
  }

  /** For people: the condition that a pool on its way waits for; empty if it has arrived. */
  public static String waitsFor(PoolInfo pool, List<GroupStats> groups) {
    List<GroupStep> possible = GroupSteps.possible(pool.groups());
    if (possible.isEmpty()) {
      return "";
    }
    GroupState state =
        switch (possible.getFirst()) {
          case SPLIT -> GroupState.ACTIVE;
          case PLACE, QUIET -> GroupState.CLEAN;
          case MERGE, RESUME -> GroupState.QUIET;
        };
    long away =
        groups.stream()
            .filter(g -> g.group().pool().equals(pool.id()))
            .filter(g -> state != GroupState.QUIET || pool.groups().isQuiet(g.group().seed()))
            .filter(g -> !isCurrently(g, state, pool.groups()))
            .count();
    return away == 0 ? "the next step" : away + " groups to be " + state.label();
  }
}
