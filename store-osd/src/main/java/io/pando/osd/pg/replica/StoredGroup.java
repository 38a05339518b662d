package io.pando.osd.pg.replica;

import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.cluster.GroupTree;
import io.pando.cluster.PositionRange;
import io.pando.format.GroupRecords;
import io.pando.group.GroupInfo;
import io.pando.group.GroupLineage;
import io.pando.group.LogEntry;
import io.pando.group.ScrubRecord;
import io.pando.group.UndoRecord;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.Version;
import io.pando.osd.pg.index.StoredIndex;
import io.pando.osd.pg.log.MetaKeys;
import io.pando.osd.pg.log.StoredLog;
import io.pando.osd.pg.tree.StoredTree;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The state of a group as stored.
 *
 * @param lineage number of groups of the pool under which the group was split or merged last
 * @param tree hash tree of the group's objects
 * @param index version index: changes older than the log
 * @param scrub progress of scrubs
 */
public record StoredGroup(
    GroupInfo info,
    GroupLineage lineage,
    StoredLog log,
    StoredTree tree,
    StoredIndex index,
    ScrubRecord scrub) {

  public List<LogEntry> entries() {
    return log.entries();
  }

  public SortedMap<ObjectId, Version> missing() {
    return log.missing();
  }

  /**
   * A new, empty group.
   *
   * @param created epoch in which the pool was created
   * @param lineage number of groups of the pool by the first map that places the group here
   */
  public static StoredGroup fresh(PgId group, long created, GroupLineage lineage) {
    GroupInfo empty = emptyInfo(group, created, lineage.since());
    StoredTree tree = StoredTree.empty(GroupTree.range(group.seed(), lineage.count()));
    return new StoredGroup(
        empty,
        lineage,
        StoredLog.empty(),
        tree,
        StoredIndex.since(Version.ZERO),
        ScrubRecord.NEVER);
  }

  /**
   * The same group with another lineage, for a change of the number of groups that does not concern
   * it.
   */
  public StoredGroup under(GroupLineage other) {
    return new StoredGroup(info, other, log, tree, index, scrub);
  }

  /** The same new group in an interval that began with an earlier map. */
  public StoredGroup inIntervalSince(long epoch) {
    GroupInfo.History history = GroupInfo.History.fresh(info.history().created(), epoch);
    return new StoredGroup(info.withHistory(history), lineage, log, tree, index, scrub);
  }

  /** The info that an OSD reports for a group of which it has no copy. */
  public static GroupInfo emptyInfo(PgId group, long created, long since) {
    return new GroupInfo(
        group,
        GroupInfo.LogBounds.NOTHING,
        new GroupInfo.CopyState(0, null, since),
        GroupInfo.History.fresh(created, since),
        GroupInfo.Totals.NOTHING);
  }

  /**
   * Parses a group from the ordered map of its collection. Throws {@code FormatException} on a
   * malformed record.
   */
  public static StoredGroup parse(PgId group, SortedMap<String, Payload> meta) {
    Payload info = Invariant.present(meta.get(MetaKeys.INFO), () -> "group " + group + ": no info");
    Payload lineage =
        Invariant.present(meta.get(MetaKeys.LINEAGE), () -> "group " + group + ": no lineage");
    List<LogEntry> entries = new ArrayList<>();
    meta.subMap(MetaKeys.LOG, MetaKeys.LOG_END)
        .values()
        .forEach(payload -> entries.add(GroupRecords.LOG_ENTRY.decode(payload)));
    SortedMap<ObjectId, Version> missing = new TreeMap<>();
    meta.subMap(MetaKeys.MISSING, MetaKeys.MISSING_END)
        .forEach((key, payload) ->
            missing.put(
                MetaKeys.missingObject(key), GroupRecords.OBJECT.decode(payload).version()));
    List<UndoRecord> undo = new ArrayList<>();
    meta.subMap(MetaKeys.UNDO, MetaKeys.UNDO_END)
        .values()
        .forEach(payload -> undo.add(GroupRecords.UNDO.decode(payload)));
    GroupInfo known = GroupRecords.INFO.decode(info);
    GroupLineage under = GroupRecords.LINEAGE.decode(lineage);
    PositionRange range = GroupTree.range(group.seed(), under.count());
    StoredTree tree = StoredTree.parse(range, known.lastUpdate(), meta);
    StoredIndex index = StoredIndex.parse(known.logTail(), meta);
    Payload scrub = meta.get(MetaKeys.SCRUB);
    ScrubRecord scrubbed = scrub == null ? ScrubRecord.NEVER : GroupRecords.SCRUB.decode(scrub);
    return new StoredGroup(
        known, under, new StoredLog(entries, missing, undo), tree, index, scrubbed);
  }
}
