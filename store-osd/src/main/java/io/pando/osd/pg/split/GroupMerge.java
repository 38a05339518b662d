package io.pando.osd.pg.split;

import io.pando.check.Invariant;
import io.pando.cluster.GroupCounts;
import io.pando.cluster.GroupTree;
import io.pando.cluster.PositionRange;
import io.pando.group.GroupInfo;
import io.pando.group.GroupLineage;
import io.pando.group.LogEntry;
import io.pando.id.PgId;
import io.pando.id.Version;
import io.pando.merkle.HashTree;
import io.pando.osd.pg.index.StoredIndex;
import io.pando.osd.pg.log.StoredLog;
import io.pando.osd.pg.replica.StoredGroup;
import io.pando.osd.pg.tree.StoredTree;
import io.pando.probe.Probe;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Merges the stored state of several groups into one. A pure function of that state and of the
 * map's record of the merge.
 *
 * <p>The map names the last version of every merged group: none of them took an update after it. An
 * OSD that has all of these groups, each at that version and with nothing missing, has the complete
 * contents, even if it missed other maps or intervals. Its log starts at a version derived from
 * those versions alone, so that all OSDs that merge have the same head. On any other OSD the merged
 * group becomes a replica that must be backfilled: its objects may be compared and kept, but it is
 * no authority for peering.
 *
 * <p>Remembered requests stay known, as entries before the log that touch no object.
 */
final class GroupMerge {
  private GroupMerge() {}

  /**
   * Merges groups into one.
   *
   * @param parts groups of the family that this OSD holds, at least one
   * @param expected all groups from which the merged group is made
   * @param merge the map's record of the merge; null if more happened than it records, so that no
   *     part is known to be final
   */
  static StoredGroup join(
      PgId into,
      Collection<StoredGroup> parts,
      List<PgId> expected,
      GroupCounts.@Nullable Merge merge,
      GroupLineage lineage) {
    SortedMap<PgId, StoredGroup> byGroup = new TreeMap<>();
    parts.forEach(part -> byGroup.put(part.info().group(), part));
    StoredGroup target = byGroup.getOrDefault(into, parts.iterator().next());
    boolean whole =
        merge != null
            && expected.stream().allMatch(group -> isFinal(byGroup.get(group), group, merge));
    Probe.reachedIf(!whole, "split: parts are merged that are not all here");
    Version head = merge != null && whole ? headAfter(merge, expected) : newest(parts);
    List<LogEntry> remembered =
        merge != null && whole ? remembered(byGroup, expected, merge, head.epoch()) : List.of();
    GroupInfo info =
        target
            .info()
            .withGroup(into)
            .withTotals(totals(parts))
            .withLog(GroupInfo.LogBounds.at(head))
            .withBackfill(whole ? null : GroupInfo.NOTHING)
            .withHistory(history(parts, target, whole, lineage.since()))
            .startedIn(started(parts))
            .madeIn(whole ? made(parts) : lineage.since());
    return new StoredGroup(
        info,
        lineage,
        new StoredLog(remembered, new TreeMap<>()),
        tree(into, parts, lineage, head),
        StoredIndex.since(head),
        target.scrub().inherited());
  }

  private static StoredTree tree(
      PgId into, Collection<StoredGroup> parts, GroupLineage lineage, Version head) {
    List<HashTree> trees = parts.stream().map(part -> part.tree().tree()).toList();
    PositionRange range = GroupTree.range(into.seed(), lineage.count());
    return StoredTree.unwritten(HashTree.merged(range, trees), head);
  }

  private static boolean isFinal(@Nullable StoredGroup part, PgId group, GroupCounts.Merge merge) {
    return part != null
        && part.info().backfilledTo() == null
        && part.missing().isEmpty()
        && merge.finalOf(group.seed()).equals(Optional.of(part.info().lastUpdate()));
  }

  /**
   * A version beyond every version of the parts, with counters left for all requests that they
   * remember.
   */
  private static Version headAfter(GroupCounts.Merge merge, List<PgId> expected) {
    long counter = 1;
    for (PgId group : expected) {
      counter += merge.finalOf(group.seed()).map(Version::counter).orElse(0L);
    }
    return new Version(merge.epoch(), counter);
  }

  private static Version newest(Collection<StoredGroup> parts) {
    Version newest = Version.ZERO;
    for (StoredGroup part : parts) {
      newest = Version.max(newest, part.info().lastUpdate());
    }
    return newest;
  }

  /**
   * The requests that the parts remember. Each gets a version derived from its own version and the
   * map's record alone, so that all OSDs that merge place it alike.
   */
  private static List<LogEntry> remembered(
      SortedMap<PgId, StoredGroup> byGroup,
      List<PgId> expected,
      GroupCounts.Merge merge,
      long epoch) {
    List<LogEntry> all = new ArrayList<>();
    long before = 0;
    for (PgId group : expected) {
      StoredGroup part = Invariant.present(byGroup.get(group), () -> "a part that is final");
      for (LogEntry entry : part.entries()) {
        if (entry.hasRequest()) {
          Probe.reached("split: requests are remembered across a merge");
          all.add(entry.rememberedAs(new Version(epoch, before + entry.version().counter())));
        }
      }
      before += merge.finalOf(group.seed()).map(Version::counter).orElse(0L);
    }
    return all;
  }

  private static GroupInfo.Totals totals(Collection<StoredGroup> parts) {
    long objects = parts.stream().mapToLong(part -> part.info().objects()).sum();
    long bytes = parts.stream().mapToLong(part -> part.info().bytes()).sum();
    boolean counted = parts.stream().allMatch(part -> part.info().totals().counted());
    return new GroupInfo.Totals(objects, bytes, counted);
  }

  private static long started(Collection<StoredGroup> parts) {
    return parts.stream().mapToLong(part -> part.info().lastEpochStarted()).max().orElse(0);
  }

  private static long made(Collection<StoredGroup> parts) {
    return parts.stream().mapToLong(part -> part.info().copy().createdIn()).max().orElse(0);
  }

  /**
   * The merged history. A copy that is not whole knows no past intervals: other members must supply
   * them.
   */
  private static GroupInfo.History history(
      Collection<StoredGroup> parts, StoredGroup target, boolean whole, long since) {
    GroupInfo.History known = target.info().history();
    long started = known.lastEpochStarted();
    long clean = known.lastEpochClean();
    for (StoredGroup part : parts) {
      started = Math.max(started, part.info().history().lastEpochStarted());
      clean = Math.max(clean, part.info().history().lastEpochClean());
    }
    return new GroupInfo.History(
        known.created(),
        started,
        clean,
        whole ? known.sameIntervalSince() : since,
        whole ? known.knownSince() : since,
        whole ? known.intervals() : List.of());
  }
}
