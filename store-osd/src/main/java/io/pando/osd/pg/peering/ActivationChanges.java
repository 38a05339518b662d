package io.pando.osd.pg.peering;

import io.pando.group.IndexEntry;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.PeeringMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The changes that an activation told a member, from the version index and the log after it. If the
 * member lacks exactly these, it need not name them again.
 *
 * @param since version after which the changes were made; null if the activation does not use the
 *     version index
 */
record ActivationChanges(
    @Nullable Version since, List<IndexEntry> changes, List<LogEntry> entries) {
  /** The changes that the messages of an activation name. */
  static ActivationChanges of(List<PeeringMessage> activation) {
    List<IndexEntry> changes = new ArrayList<>();
    List<LogEntry> entries = new ArrayList<>();
    Version since = null;
    for (PeeringMessage message : activation) {
      if (message instanceof PeeringMessage.Changes told) {
        changes.addAll(told.changes());
      } else if (message instanceof PeeringMessage.Activate part) {
        entries.addAll(part.catchUp().entries());
        PeeringMessage.IndexExtent indexed = part.catchUp().indexed();
        since = indexed == null ? null : indexed.since();
      }
    }
    return new ActivationChanges(since, changes, entries);
  }

  /** The objects that the messages name, each as often as they do. */
  List<ObjectId> told() {
    return Stream.concat(
            changes.stream().map(IndexEntry::object), entries.stream().map(LogEntry::object))
        .toList();
  }

  /** The changed objects that exist, each with its newest version. */
  SortedMap<ObjectId, Version> objects() {
    return objects(changes, entries);
  }

  /**
   * The changed objects that exist, computed from the received changes.
   *
   * @param changes one for each object
   * @param entries of later updates, oldest first
   */
  static SortedMap<ObjectId, Version> objects(List<IndexEntry> changes, List<LogEntry> entries) {
    SortedMap<ObjectId, Version> objects = new TreeMap<>();
    for (IndexEntry change : changes) {
      note(change.object(), change.version(), change.exists(), objects);
    }
    for (LogEntry entry : entries) {
      if (entry.touchesObject()) {
        boolean exists = entry.kind() != LogEntry.Kind.DELETE;
        note(entry.object(), entry.version(), exists, objects);
      }
    }
    return objects;
  }

  private static void note(
      ObjectId object, Version version, boolean exists, SortedMap<ObjectId, Version> objects) {
    if (exists) {
      objects.put(object, version);
    } else {
      objects.remove(object);
    }
  }
}
