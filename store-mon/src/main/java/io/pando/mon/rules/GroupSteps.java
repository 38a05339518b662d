package io.pando.mon.rules;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupCounts;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.GroupStep;
import io.pando.cluster.GroupTree;
import io.pando.cluster.Incremental;
import io.pando.cluster.Placement;
import io.pando.cluster.PoolInfo;
import io.pando.id.MemberList;
import io.pando.id.PgId;
import io.pando.mon.state.MonitorState;
import io.pando.mon.state.Terms;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The steps by which a pool reaches its requested number of groups, and the effect of each step on
 * the map. {@link NextStep} decides when a step is due; this class checks the conditions of a step
 * again when it is proposed, since the groups' statistics may be old by then.
 *
 * <p>A merge is safe because the last version of every group concerned is known: from the quiet
 * step on, no primary takes an update, so a replica that has that version and lacks no object holds
 * the final contents of the group.
 */
final class GroupSteps {
  /**
   * Smallest number of groups that move at once. Also a divisor: at least a quarter of the groups
   * that are placed already move at once.
   */
  private static final int LEAST_MOVED = 4;

  private GroupSteps() {}

  static Decision step(MonitorState state, Change.StepGroups change, Terms terms) {
    PoolInfo pool = state.map().pools().get(change.pool());
    if (pool == null) {
      return new Decision.Rejected("there is no pool " + change.pool());
    }
    GroupCounts now = pool.groups();
    if (now.steps().steppedEpoch() != change.since()) {
      return new Decision.Accepted(state, "");
    }
    if (!possible(now).contains(change.step())) {
      return new Decision.Rejected(
          "pool '" + pool.name() + "' with " + now + " does not " + change.step());
    }
    return switch (change.step()) {
      case SPLIT -> split(state, pool, terms);
      case PLACE -> accept(state, pool, counts(now, now.count(), placed(now), now.count()), terms);
      case QUIET ->
          accept(state, pool, counts(now, now.count(), now.placement(), least(now)), terms);
      case MERGE -> merge(state, pool, change.quiet(), terms);
      case RESUME ->
          accept(state, pool, counts(now, now.count(), now.placement(), now.count()), terms);
    };
  }

  /** The possible steps; the first leads towards the requested number. */
  static List<GroupStep> possible(GroupCounts now) {
    if (now.quietFrom() < now.count()) {
      return now.target() < now.count()
          ? List.of(GroupStep.MERGE, GroupStep.RESUME)
          : List.of(GroupStep.RESUME);
    } else if (now.target() > now.count()) {
      return List.of(GroupStep.SPLIT);
    } else if (now.target() == now.count()) {
      return now.placement() < now.count() ? List.of(GroupStep.PLACE) : List.of();
    }
    return now.placement() > now.target() ? List.of(GroupStep.PLACE) : List.of(GroupStep.QUIET);
  }

  private static int least(GroupCounts now) {
    return Math.max(now.target(), GroupCounts.leastAfterMerge(now.count(), now.roots()));
  }

  private static int placed(GroupCounts now) {
    int moved = Math.max(LEAST_MOVED, now.placement() / LEAST_MOVED);
    return now.target() < now.count()
        ? Math.max(now.target(), now.placement() - moved)
        : Math.min(now.count(), now.placement() + moved);
  }

  /** The same pool with other counts; epoch and time are filled in when the step is accepted. */
  private static GroupCounts counts(GroupCounts now, int count, int placement, int quietFrom) {
    return new GroupCounts(
        count,
        now.target(),
        placement,
        quietFrom,
        now.roots(),
        new GroupCounts.Steps(0, 0, now.lastMerge()));
  }

  private static Decision accept(MonitorState state, PoolInfo pool, GroupCounts next, Terms terms) {
    return accept(state, pool, next, List.of(), terms);
  }

  private static Decision accept(
      MonitorState state,
      PoolInfo pool,
      GroupCounts next,
      List<Incremental.Edit> more,
      Terms terms) {
    GroupCounts stamped =
        new GroupCounts(
            next.count(),
            next.target(),
            next.placement(),
            next.quietFrom(),
            next.roots(),
            new GroupCounts.Steps(state.map().epoch() + 1, terms.nowMillis(), next.lastMerge()));
    List<Incremental.Edit> edits = new ArrayList<>();
    edits.add(new Incremental.PutPool(pool.withGroups(stamped)));
    edits.addAll(more);
    return new Decision.Accepted(
        state.advance(edits, terms),
        String.format(
            "pool '%s': %d groups, %d placed, on the way to %d%s",
            pool.name(),
            next.count(),
            next.placement(),
            next.target(),
            next.quietFrom() < next.count()
                ? "; merging those from " + next.quietFrom() + " on"
                : ""));
  }

  /** Splits groups; the OSDs that serve a parent go on serving its children. */
  private static Decision split(MonitorState state, PoolInfo pool, Terms terms) {
    GroupCounts now = pool.groups();
    int count = Math.min(now.target(), Integer.highestOneBit(now.count()) << 1);
    List<Incremental.Edit> overrides = new ArrayList<>();
    for (int child = now.count(); child < count; child++) {
      PgId parent = new PgId(pool.id(), GroupTree.ancestor(child, now.count()));
      MemberList acting = state.map().actingOverrides().get(parent);
      if (acting != null) {
        overrides.add(new Incremental.OverrideActing(new PgId(pool.id(), child), acting));
      }
    }
    return accept(state, pool, counts(now, count, now.placement(), count), overrides, terms);
  }

  private static Decision merge(
      MonitorState state, PoolInfo pool, List<Change.QuietGroup> quiet, Terms terms) {
    GroupCounts now = pool.groups();
    SortedMap<Integer, Change.QuietGroup> told = new TreeMap<>();
    quiet.forEach(group -> told.put(group.group().seed(), group));
    Optional<String> objection = objection(state.map(), pool, told);
    if (objection.isPresent()) {
      return new Decision.Rejected(
          "groups of pool '" + pool.name() + "' are not merged: " + objection.get());
    }
    List<GroupCounts.Final> finals = new ArrayList<>();
    told.forEach((seed, group) -> finals.add(new GroupCounts.Final(seed, group.version())));
    int count = now.quietFrom();
    GroupCounts.Merge before = now.lastMerge();
    GroupCounts next =
        new GroupCounts(
            count,
            now.target(),
            Math.min(now.placement(), count),
            count,
            now.roots(),
            new GroupCounts.Steps(
                0,
                0,
                new GroupCounts.Merge(
                    state.map().epoch() + 1,
                    now.count(),
                    count,
                    before == null ? 0 : before.epoch(),
                    finals)));
    List<Incremental.Edit> overrides = new ArrayList<>();
    for (int seed = count; seed < now.count(); seed++) {
      PgId gone = new PgId(pool.id(), seed);
      if (state.map().actingOverrides().containsKey(gone)) {
        overrides.add(new Incremental.OverrideActing(gone, MemberList.EMPTY));
      }
    }
    return accept(state, pool, next, overrides, terms);
  }

  /**
   * Every group concerned must have reported that it is quiet, through the primary that still
   * serves it.
   */
  private static Optional<String> objection(
      ClusterMap map, PoolInfo pool, SortedMap<Integer, Change.QuietGroup> told) {
    GroupCounts now = pool.groups();
    Placement placement = new Placement();
    for (int seed = 0; seed < now.count(); seed++) {
      if (!now.isQuiet(seed)) {
        continue;
      }
      PgId group = new PgId(pool.id(), seed);
      Change.QuietGroup last = told.get(seed);
      GroupMapping mapping = placement.locate(map, group);
      PgId parent = new PgId(pool.id(), GroupTree.ancestor(seed, now.quietFrom()));
      if (last == null || last.epoch() < now.steps().steppedEpoch()) {
        return Optional.of("of " + group + " no report has arrived");
      } else if (!last.acting().equals(mapping.acting())
          || !mapping.up().equals(mapping.acting())
          || mapping.acting().count() != pool.size()) {
        return Optional.of(group + " is served by other OSDs now, or by too few");
      } else if (!placement.locate(map, parent).acting().equals(mapping.acting())) {
        return Optional.of(group + " is not where its parent " + parent + " is");
      }
    }
    return told.keySet().stream().allMatch(now::isQuiet)
        ? Optional.empty()
        : Optional.of("reports on more groups than are concerned");
  }
}
