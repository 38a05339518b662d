package io.pando.osd.pg.replica;

import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.format.GroupRecords;
import io.pando.group.GroupInfo;
import io.pando.group.GroupLineage;
import io.pando.group.LogEntry;
import io.pando.group.ObjectInfo;
import io.pando.group.ScrubRecord;
import io.pando.group.UndoRecord;
import io.pando.id.ObjectId;
import io.pando.id.ReplicaId;
import io.pando.id.Version;
import io.pando.osd.pg.log.GroupLog;
import io.pando.osd.pg.log.MetaKeys;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The operations that write a group's records to the ordered map of its collection: the state of
 * {@link Replica}, under the keys of {@link MetaKeys}. {@link StoredGroup} reads them.
 */
final class StoredRecords {
  private final CollectionId collection;

  /** Version up to which log entries were removed; null if not known. */
  private @Nullable Version dropped;

  StoredRecords(ReplicaId copy) {
    this.collection = CollectionId.of(copy);
  }

  CollectionId collection() {
    return collection;
  }

  List<StoreOp> create(GroupInfo info, GroupLineage lineage) {
    return List.of(new StoreOp.CreateCollection(collection), put(info), put(lineage));
  }

  /** All records, replacing every existing one. */
  List<StoreOp> all(
      GroupInfo info,
      GroupLineage lineage,
      GroupLog log,
      SortedMap<ObjectId, Version> missing,
      ScrubRecord scrub) {
    dropped = null;
    return List.of(
        new StoreOp.RemoveMeta(collection, "", null),
        put(info, log.kept()),
        put(lineage),
        put(scrub),
        putMissing(missing));
  }

  StoreOp put(ScrubRecord scrub) {
    return put(MetaKeys.SCRUB, GroupRecords.SCRUB.encode(scrub));
  }

  StoreOp put(UndoRecord undo) {
    return put(MetaKeys.undo(undo.version()), GroupRecords.UNDO.encode(undo));
  }

  StoreOp put(GroupLineage lineage) {
    return put(MetaKeys.LINEAGE, GroupRecords.LINEAGE.encode(lineage));
  }

  private StoreOp put(String key, Payload value) {
    SortedMap<String, Payload> meta = emptyMeta();
    meta.put(key, value);
    return new StoreOp.PutMeta(collection, meta);
  }

  /** Removes the collection and everything in it. */
  List<StoreOp> remove() {
    return List.of(new StoreOp.RemoveCollection(collection));
  }

  StoreOp put(GroupInfo info) {
    return put(info, List.of());
  }

  /** The info, and new log entries. */
  StoreOp put(GroupInfo info, Collection<LogEntry> entries) {
    SortedMap<String, Payload> meta = emptyMeta();
    for (LogEntry entry : entries) {
      if (dropped != null && !entry.version().isAfter(dropped)) {
        // Requests remembered from another log may be older than the removed entries.
        dropped = null;
      }
      meta.put(MetaKeys.log(entry.version()), GroupRecords.LOG_ENTRY.encode(entry));
    }
    meta.put(MetaKeys.INFO, GroupRecords.INFO.encode(info));
    return new StoreOp.PutMeta(collection, meta);
  }

  /**
   * Removes log entries up to this version. A store that keeps a tombstone for each removed key
   * would pass all of them to find the first remaining key, so the range begins where the last
   * removal ended.
   */
  StoreOp dropLogTo(Version to) {
    String from = dropped == null ? MetaKeys.LOG : MetaKeys.upperBound(dropped);
    dropped = to;
    return new StoreOp.RemoveMeta(collection, from, MetaKeys.upperBound(to));
  }

  List<StoreOp> rewriteLog(GroupInfo info, GroupLog log) {
    dropped = null;
    return List.of(
        new StoreOp.RemoveMeta(collection, MetaKeys.LOG, MetaKeys.LOG_END), put(info, log.kept()));
  }

  /** Rewrites the log after {@code common}; the stored log is right up to there. */
  List<StoreOp> rewriteLogAfter(Version common, GroupInfo info, GroupLog log) {
    return List.of(
        new StoreOp.RemoveMeta(collection, MetaKeys.upperBound(common), MetaKeys.LOG_END),
        put(info, log.keptAfter(common)));
  }

  StoreOp putMissing(SortedMap<ObjectId, Version> missing) {
    SortedMap<String, Payload> meta = emptyMeta();
    for (Map.Entry<ObjectId, Version> it : missing.entrySet()) {
      ObjectInfo info = new ObjectInfo(it.getValue(), 0);
      meta.put(MetaKeys.missing(it.getKey()), GroupRecords.OBJECT.encode(info));
    }
    return new StoreOp.PutMeta(collection, meta);
  }

  StoreOp noMoreMissing(ObjectId object) {
    String key = MetaKeys.missing(object);
    return new StoreOp.RemoveMeta(collection, key, key + "\0");
  }

  StoreOp nothingMissing() {
    return new StoreOp.RemoveMeta(collection, MetaKeys.MISSING, MetaKeys.MISSING_END);
  }

  private static SortedMap<String, Payload> emptyMeta() {
    return new TreeMap<>(Utf8Order.INSTANCE);
  }
}
