package io.pando.osd.pg.log;

import io.pando.group.LogEntry;
import io.pando.group.UndoRecord;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The log of a stored group, and the missing set: the objects that the log has and the store lacks.
 *
 * @param undo how updates are taken back that are not settled, oldest first
 */
public record StoredLog(
    List<LogEntry> entries, SortedMap<ObjectId, Version> missing, List<UndoRecord> undo) {
  /** A log of which no update can be taken back. */
  public StoredLog(List<LogEntry> entries, SortedMap<ObjectId, Version> missing) {
    this(entries, missing, List.of());
  }

  /** The log of a group without updates. */
  public static StoredLog empty() {
    return new StoredLog(List.of(), new TreeMap<>());
  }
}
