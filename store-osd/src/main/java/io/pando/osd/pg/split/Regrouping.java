package io.pando.osd.pg.split;

import io.pando.check.Invariant;
import io.pando.cluster.GroupCounts;
import io.pando.cluster.GroupTree;
import io.pando.cluster.PositionRange;
import io.pando.group.GroupInfo;
import io.pando.group.GroupLineage;
import io.pando.id.PgId;
import io.pando.osd.pg.replica.StoredGroup;
import io.pando.probe.Probe;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What becomes of the groups of one family that an OSD holds, when its map has another number of
 * groups than they were divided under: a family is a group with all that came out of it. It may be
 * a step from one map to the next, or several at once for who gets a newer map whole.
 *
 * @param groups as they are afterwards
 * @param steps by which their collections come to hold what they should; the groups' own records
 *     are not among them
 */
public record Regrouping(SortedMap<PgId, StoredGroup> groups, List<StoreOp> steps) {

  /** The seeds of the families are below this. */
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

  /** Whether nothing changes but the number of groups itself. */
  public boolean isNothing(Collection<StoredGroup> held, GroupLineage lineage) {
    return steps.isEmpty()
        && held.stream().allMatch(it -> it.under(lineage).equals(groups.get(it.info().group())));
  }

  /** Whether anything happened to the groups of the pool that this one has not seen yet. */
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
   * Works it out.
   *
   * @param held what is here of one family, at least one group
   * @param epoch of the map that has {@code now}
   */
  public static Regrouping of(GroupCounts now, Collection<StoredGroup> held, long epoch) {
    Draft draft = new Draft();
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

    /** One merge that the map tells everything about. */
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

    /** More happened than anybody can tell: what is here may be anything between old and new. */
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
        steps.add(new StoreOp.CreateCollection(CollectionId.of(into)));
      }
      for (StoredGroup part : parts) {
        PgId group = part.info().group();
        if (!group.equals(into)) {
          CollectionId from = CollectionId.of(group);
          steps.add(new StoreOp.MoveObjects(from, CollectionId.of(into), PositionRange.ALL));
          steps.add(new StoreOp.RemoveCollection(from));
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
            CollectionId child = CollectionId.of(part);
            PositionRange range = GroupTree.range(part.seed(), after.count());
            steps.add(new StoreOp.CreateCollection(child));
            steps.add(new StoreOp.MoveObjects(CollectionId.of(info.group()), child, range));
          }
        }
        groups.putAll(parts);
      }
    }
  }
}
