package io.pando.osd.pg.split;

import io.pando.cluster.GroupTree;
import io.pando.cluster.PositionRange;
import io.pando.group.GroupInfo;
import io.pando.group.GroupLineage;
import io.pando.group.LogEntry;
import io.pando.group.ScrubRecord;
import io.pando.group.UndoRecord;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.Version;
import io.pando.osd.pg.index.StoredIndex;
import io.pando.osd.pg.log.StoredLog;
import io.pando.osd.pg.replica.StoredGroup;
import io.pando.osd.pg.tree.StoredTree;
import io.pando.probe.Probe;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Splits the stored state of a group among the groups that result from it. A pure function of that
 * state, so that every replica and every stray splits it alike.
 *
 * <p>All parts have the log of the whole group: its tail, its head and every counter between. An
 * entry for an object of another part becomes a placeholder that touches no object. So log
 * comparison works as before, and a part is behind, divergent or complete as the whole group was.
 * History and backfill marks are inherited. The totals are shares of the whole group's totals until
 * they are counted again.
 */
final class GroupSplit {
  private GroupSplit() {}

  /**
   * Splits a group; the group itself is one of the parts.
   *
   * @param lineage the new number of groups, larger than that of the group's present lineage
   */
  static SortedMap<PgId, StoredGroup> divide(StoredGroup whole, GroupLineage lineage) {
    PgId group = whole.info().group();
    int before = whole.lineage().count();
    PositionRange wide = GroupTree.range(group.seed(), before);
    SortedMap<PgId, StoredGroup> parts = new TreeMap<>();
    GroupInfo.Totals all = whole.info().totals();
    long objects = all.objects();
    long bytes = all.bytes();
    for (int seed : GroupTree.children(group.seed(), before, lineage.count())) {
      PositionRange range = GroupTree.range(seed, lineage.count());
      PgId child = new PgId(group.pool(), seed);
      GroupInfo.Totals share =
          new GroupInfo.Totals(
              share(all.objects(), range, wide), share(all.bytes(), range, wide), false);
      parts.put(child, part(whole, child, range, lineage, share));
      objects -= share.objects();
      bytes -= share.bytes();
    }
    PositionRange rest = GroupTree.range(group.seed(), lineage.count());
    parts.put(
        group, part(whole, group, rest, lineage, new GroupInfo.Totals(objects, bytes, false)));
    return parts;
  }

  private static StoredGroup part(
      StoredGroup whole,
      PgId group,
      PositionRange range,
      GroupLineage lineage,
      GroupInfo.Totals totals) {
    SortedMap<ObjectId, Version> missing = new TreeMap<>(whole.missing());
    missing.keySet().removeIf(object -> !range.contains(object));
    List<LogEntry> entries = whole.entries().stream().map(entry -> entry(entry, range)).toList();
    List<UndoRecord> undo =
        whole.log().undo().stream().filter(record -> range.contains(record.object())).toList();
    GroupInfo info =
        whole
            .info()
            .withGroup(group)
            .withTotals(totals)
            .withBackfill(mark(whole.info().backfilledTo(), range));
    StoredTree tree =
        StoredTree.unwritten(whole.tree().tree().split(range), whole.info().lastUpdate());
    StoredIndex index = StoredIndex.since(info.logTail());
    ScrubRecord scrub = whole.scrub().inherited();
    return new StoredGroup(
        info, lineage, new StoredLog(entries, missing, undo), tree, index, scrub);
  }

  private static LogEntry entry(LogEntry entry, PositionRange range) {
    Probe.reachedIf(entry.hasRequest(), "split: requests are remembered across a split");
    boolean elsewhere = entry.hasRequest() && !range.contains(entry.object());
    return elsewhere ? LogEntry.elsewhere(entry.version()) : entry;
  }

  /**
   * Backfill mark of a part of a group that was filled up to {@code to}; null if the part is whole.
   */
  static @Nullable ObjectId mark(@Nullable ObjectId to, PositionRange range) {
    if (to == null || Integer.compareUnsigned(to.position(), range.last()) > 0) {
      return null;
    }
    Probe.reached("split: a group is divided that is being filled");
    return Integer.compareUnsigned(to.position(), range.first()) < 0 ? GroupInfo.NOTHING : to;
  }

  private static long share(long total, PositionRange part, PositionRange whole) {
    // Both are powers of two.
    return total / (whole.size() / part.size());
  }
}
