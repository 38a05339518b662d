package io.pando.osd.pg.split;

import io.pando.check.Invariant;
import io.pando.cluster.GroupCounts;
import io.pando.cluster.GroupTree;
import io.pando.cluster.PositionRange;
import io.pando.group.GroupInfo;
import io.pando.group.GroupLineage;
import io.pando.id.PgId;
import io.pando.id.ReplicaId;
import io.pando.osd.pg.replica.StoredGroup;
import io.pando.probe.Probe;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The result of splitting and merging the groups of one family that an OSD holds, when the map's
 * number of groups differs from theirs. A family is a group with all groups that came out of it.
 * The change may be one step from a map to the next, or several steps at once if the map came
 * whole.
 *
 * @param groups the resulting groups
 * @param steps store operations that move the objects to the resulting collections; the groups' own
 *     records are not included
 */
public record Regrouping(SortedMap<PgId, StoredGroup> groups, List<StoreOp> steps) {

  /** Number of families of the pool: each family is named by a seed below this number. */
  public static int families(GroupCounts now, Collection<GroupLineage> lineages) {
    int families = now.count();
    for (GroupLineage lineage : lineages) {
      families = Math.min(families, lineage.count());
      if (missedMerge(lineage, now)) {
        families = Math.min(families, merge(now).to());
      }
    }
    return families;
  }

  /** Whether only the lineage of the groups changes. */
  public boolean isNothing(Collection<StoredGroup> held, GroupLineage lineage) {
    return steps.isEmpty()
        && held.stream().allMatch(it -> it.under(lineage).equals(groups.get(it.info().group())));
  }

  /** Whether the map has a split or merge that a group of this lineage has not processed yet. */
  public static boolean isDue(GroupLineage lineage, GroupCounts now, long epoch) {
    return lineage.since() < epoch && (lineage.count() != now.count() || missedMerge(lineage, now));
  }

  private static boolean missedMerge(GroupLineage lineage, GroupCounts now) {
    return now.lastMerge() != null && now.lastMerge().epoch() > lineage.since();
  }

  private static GroupCounts.Merge merge(GroupCounts now) {
    return Invariant.present(now.lastMerge(), () -> "a merge that was missed");
  }

  /**
   * Computes the result for one family.
   *
   * @param held groups of one family that this OSD holds, at least one
   * @param position of these copies, {@link io.pando.id.MemberId#NO_POSITION} of replicas
   * @param epoch epoch of the map that has {@code now}
   */
  public static Regrouping of(
      GroupCounts now, Collection<StoredGroup> held, int position, long epoch) {
    Draft draft = new Draft(position);
    held.forEach(group -> draft.groups.put(group.info().group(), group));
    GroupLineage lineage = held.iterator().next().lineage();
    if (missedMerge(lineage, now)) {
      GroupCounts.Merge merge = merge(now);
      if (merge.from() == lineage.count() && merge.previousEpoch() <= lineage.since()) {
        Probe.reached("split: groups are merged");
        draft.join(merge, new GroupLineage(merge.to(), epoch));
      } else {
        Probe.reached("split: a merge was missed");
        draft.loseTrack(new GroupLineage(Math.min(lineage.count(), now.count()), epoch));
      }
    }
    draft.divide(new GroupLineage(now.count(), epoch));
    return new Regrouping(draft.groups, draft.steps);
  }

  private static final class Draft {
    final SortedMap<PgId, StoredGroup> groups = new TreeMap<>();
    final List<StoreOp> steps = new ArrayList<>();
    private final int position;

    Draft(int position) {
      this.position = position;
    }

    private CollectionId collection(PgId group) {
      return CollectionId.of(new ReplicaId(group, position));
    }

    /** Adds a step on what a copy keeps aside to take updates back, if it keeps anything. */
    private void addAside(PgId group, Function<CollectionId, StoreOp> step) {
      ReplicaId copy = new ReplicaId(group, position);
      if (copy.hasPosition()) {
        steps.add(step.apply(CollectionId.aside(copy)));
      }
    }

    /** Performs one merge that the map records completely. */
    void join(GroupCounts.Merge merge, GroupLineage after) {
      byAncestor(after.count())
          .forEach((into, parts) -> {
            List<PgId> expected = new ArrayList<>(List.of(into));
            GroupTree.children(into.seed(), merge.to(), merge.from())
                .forEach(child -> expected.add(new PgId(into.pool(), child)));
            if (expected.size() == 1) {
              groups.put(into, parts.getFirst().under(after));
            } else {
              move(into, parts);
              groups.put(into, GroupMerge.join(into, parts, expected, merge, after));
            }
          });
    }

    /**
     * Merges the groups when the map does not record all that happened: the objects here may be of
     * any state between old and new.
     */
    void loseTrack(GroupLineage after) {
      byAncestor(after.count())
          .forEach((into, parts) -> {
            move(into, parts);
            groups.put(into, GroupMerge.join(into, parts, List.of(), null, after));
          });
    }

    private SortedMap<PgId, List<StoredGroup>> byAncestor(int count) {
      SortedMap<PgId, List<StoredGroup>> families = new TreeMap<>();
      groups.forEach((group, stored) -> {
        PgId into = new PgId(group.pool(), GroupTree.ancestor(group.seed(), count));
        families.computeIfAbsent(into, _ -> new ArrayList<>()).add(stored);
      });
      return families;
    }

    private void move(PgId into, List<StoredGroup> parts) {
      if (!groups.containsKey(into)) {
        Probe.reached("split: parts are merged into a group that is not here");
        steps.add(new StoreOp.CreateCollection(collection(into)));
      } else {
        addAside(into, StoreOp.RemoveCollection::new);
      }
      addAside(into, StoreOp.CreateCollection::new);
      for (StoredGroup part : parts) {
        PgId group = part.info().group();
        if (!group.equals(into)) {
          CollectionId from = collection(group);
          steps.add(new StoreOp.MoveObjects(from, collection(into), PositionRange.ALL));
          steps.add(new StoreOp.RemoveCollection(from));
          addAside(group, StoreOp.RemoveCollection::new);
          groups.remove(group);
        }
      }
    }

    void divide(GroupLineage after) {
      for (StoredGroup whole : List.copyOf(groups.values())) {
        if (whole.lineage().count() == after.count()) {
          continue;
        }
        GroupInfo info = whole.info();
        SortedMap<PgId, StoredGroup> parts = GroupSplit.divide(whole, after);
        for (PgId part : parts.keySet()) {
          if (!part.equals(info.group())) {
            CollectionId child = collection(part);
            PositionRange range = GroupTree.range(part.seed(), after.count());
            steps.add(new StoreOp.CreateCollection(child));
            steps.add(new StoreOp.MoveObjects(collection(info.group()), child, range));
            addAside(part, StoreOp.CreateCollection::new);
            addAside(
                info.group(),
                aside ->
                    new StoreOp.MoveObjects(
                        aside, CollectionId.aside(new ReplicaId(part, position)), range));
          }
        }
        groups.putAll(parts);
      }
    }
  }
}
