package io.pando.osd.pg.peering;

import io.pando.group.IndexEntry;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.PeeringMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a member was told to have changed, by the version index and the log behind it. If that is
 * just what it lacks, it need not name it again.
 *
 * @param since after that version
 */
record ToldChanges(Version since, List<IndexEntry> changes, List<LogEntry> entries) {
  /** What an activation tells, if the version index does. */
  static Optional<ToldChanges> of(List<PeeringMessage> activation) {
    List<IndexEntry> changes = new ArrayList<>();
    List<LogEntry> entries = new ArrayList<>();
    Optional<Version> since = Optional.empty();
    for (PeeringMessage message : activation) {
      switch (message) {
        case PeeringMessage.Changes told -> changes.addAll(told.changes());
        case PeeringMessage.Activate part -> {
          entries.addAll(part.entries());
          since = Optional.ofNullable(part.indexed()).map(PeeringMessage.Indexed::since);
        }
        default -> {
          // Tells of no object.
        }
      }
    }
    return since.map(version -> new ToldChanges(version, changes, entries));
  }

  /** The objects that there are, each with its newest version. */
  SortedMap<ObjectId, Version> objects() {
    return objects(changes, entries);
  }

  /**
   * The same of what has come.
   *
   * @param changes each of another object
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
