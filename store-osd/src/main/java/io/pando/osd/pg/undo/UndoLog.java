package io.pando.osd.pg.undo;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.format.GroupRecords;
import io.pando.group.LogEntry;
import io.pando.group.Undo;
import io.pando.group.UndoRecord;
import io.pando.id.ObjectId;
import io.pando.id.ReplicaId;
import io.pando.id.Version;
import io.pando.osd.pg.log.MetaKeys;
import io.pando.probe.Probe;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The updates that this member can take back, reading no other member: those that it does not know
 * to be on all members. What an update replaces is kept aside in the store, by reference and
 * outside the group's collection, until the update is settled.
 *
 * <pre>
 *   settled: on all members │ can be taken back, newest first │
 *                        settled                       head of the log
 * </pre>
 *
 * <p>Replicas take no update back: a member that has another state fetches the object.
 */
public final class UndoLog {
  private final ReplicaId copy;
  private final NavigableMap<Version, UndoRecord> records = new TreeMap<>();
  private @Nullable Version settled;

  /**
   * Opens the stored records of a copy.
   *
   * @param settled version up to which updates are known to be on all members; null if the copy
   *     takes nothing back
   */
  public UndoLog(ReplicaId copy, @Nullable Version settled, Collection<UndoRecord> stored) {
    this.copy = copy;
    this.settled = copy.hasPosition() && settled == null ? Version.ZERO : settled;
    stored.forEach(record -> records.put(record.version(), record));
  }

  /** Every update after this version can be taken back; null if none can. */
  public @Nullable Version settled() {
    return settled;
  }

  /** Number of updates for which something is kept. */
  public int size() {
    return records.size();
  }

  /** All records, oldest first. */
  public List<UndoRecord> records() {
    return List.copyOf(records.values());
  }

  /** Creates the collection of what is kept aside. */
  public void create(List<StoreOp> ops) {
    if (copy.hasPosition()) {
      ops.add(new StoreOp.CreateCollection(aside()));
    }
  }

  /** Removes the collection of what is kept aside. */
  public void remove(List<StoreOp> ops) {
    if (copy.hasPosition()) {
      ops.add(new StoreOp.RemoveCollection(aside()));
    }
  }

  /**
   * Keeps what an update is about to replace.
   *
   * @param missing whether the object is missing here: nothing that counts would return, but what
   *     is replaced is kept, since it may be whole and unreadable for a while
   * @param ops receives steps that must come before those of the update
   */
  public void keep(LogEntry entry, Undo undo, boolean missing, List<StoreOp> ops) {
    Undo kept = missing ? ofMissing(undo) : undo;
    UndoRecord record =
        new UndoRecord(
            entry.version(),
            entry.prior(),
            entry.object(),
            entry.kind() == LogEntry.Kind.MODIFY,
            kept);
    records.put(record.version(), record);
    StoreOp.Origin here = new StoreOp.Origin(collection(), record.object());
    if (keepsAll(record)) {
      ops.add(new StoreOp.Clone(aside(), aside(record), here));
    }
    for (ByteRange range : kept.replaced()) {
      ops.add(new StoreOp.CloneRange(aside(), aside(record), here, range));
    }
    SortedMap<String, Payload> meta = new TreeMap<>(Utf8Order.INSTANCE);
    meta.put(MetaKeys.undo(record.version()), GroupRecords.UNDO.encode(record));
    ops.add(new StoreOp.PutMeta(collection(), meta));
  }

  private static Undo ofMissing(Undo undo) {
    Undo.Kind kind =
        undo.kind() == Undo.Kind.REPLACED ? Undo.Kind.REPLACED_MISSING : Undo.Kind.MISSING;
    return new Undo(kind, 0, List.of(), new TreeMap<>(Utf8Order.INSTANCE), List.of());
  }

  private static boolean keepsAll(UndoRecord record) {
    return switch (record.undo().kind()) {
      case REPLACED -> record.prior().isAfter(Version.ZERO);
      case REPLACED_MISSING -> true;
      case CREATED, CHANGED, MISSING -> false;
    };
  }

  /** Drops what is kept for updates up to a version: they are on all members. */
  public void settle(Version to, List<StoreOp> ops) {
    Version before = settled;
    if (before == null || !to.isAfter(before)) {
      return;
    }
    settled = to;
    while (!records.isEmpty() && !records.firstKey().isAfter(to)) {
      UndoRecord record = records.pollFirstEntry().getValue();
      dropAside(record, ops);
      // Key by key: for a range the store would look for its first key, past the tombstones of all
      // that were removed before.
      String key = MetaKeys.undo(record.version());
      ops.add(new StoreOp.RemoveMeta(collection(), key, key + "\0"));
    }
  }

  private void dropAside(UndoRecord record, List<StoreOp> ops) {
    if (keepsAll(record) || !record.undo().replaced().isEmpty()) {
      ops.add(new StoreOp.Remove(aside(), aside(record)));
    }
  }

  /**
   * Takes back all updates after a version.
   *
   * @param ops receives the steps
   * @return the updates that were taken back, newest first
   */
  public List<UndoRecord> takeBack(Version after, List<StoreOp> ops) {
    List<UndoRecord> taken = new ArrayList<>();
    while (!records.isEmpty() && records.lastKey().isAfter(after)) {
      UndoRecord record = records.pollLastEntry().getValue();
      Probe.reached("undo: an update is taken back");
      taken.add(record);
      takeBack(record, ops);
      dropAside(record, ops);
    }
    if (!taken.isEmpty()) {
      ops.add(
          new StoreOp.RemoveMeta(collection(), MetaKeys.undoUpperBound(after), MetaKeys.UNDO_END));
    }
    if (settled != null && settled.isAfter(after)) {
      Probe.reached("undo: settled updates are given up");
      settled = after;
    }
    return taken;
  }

  private void takeBack(UndoRecord record, List<StoreOp> ops) {
    ObjectId object = record.object();
    Undo undo = record.undo();
    StoreOp.Origin from = new StoreOp.Origin(aside(), aside(record));
    if (keepsAll(record)) {
      Probe.reached("undo: a replaced or removed fragment returns");
      // If nothing was here, nothing is kept, and a clone of that would change nothing.
      ops.add(new StoreOp.Remove(collection(), object));
      ops.add(new StoreOp.Clone(collection(), object, from));
    } else if (undo.kind() != Undo.Kind.CHANGED) {
      Probe.reached("undo: a fragment is removed that did not exist");
      ops.add(new StoreOp.Remove(collection(), object));
    } else {
      for (ByteRange range : undo.replaced()) {
        Probe.reached("undo: overwritten bytes return");
        ops.add(new StoreOp.CloneRange(collection(), object, from, range));
      }
      ops.add(new StoreOp.Truncate(collection(), object, undo.fragmentBytes()));
      if (!undo.attributes().isEmpty()) {
        ops.add(new StoreOp.PutAttributes(collection(), object, undo.attributes()));
      }
      if (!undo.added().isEmpty()) {
        ops.add(new StoreOp.RemoveAttributes(collection(), object, undo.added()));
      }
    }
  }

  /** Forgets everything: the copy starts over. */
  public void startOver(Version at, List<StoreOp> ops) {
    if (settled == null) {
      return;
    }
    records.values().forEach(record -> dropAside(record, ops));
    records.clear();
    ops.add(new StoreOp.RemoveMeta(collection(), MetaKeys.UNDO, MetaKeys.UNDO_END));
    settled = at;
  }

  private CollectionId collection() {
    return CollectionId.of(copy);
  }

  private CollectionId aside() {
    return CollectionId.aside(copy);
  }

  /**
   * Where the replaced content of an update is kept. The object has the same position as its
   * original, so that a split moves both.
   */
  private static ObjectId aside(UndoRecord record) {
    ObjectId object = record.object();
    return new ObjectId(object.hash(), MetaKeys.undo(record.version()) + "/" + object.name());
  }
}
