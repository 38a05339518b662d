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
 * The changes that an activation told a member, from the version index and the log after it. If the
 * member lacks exactly these, it need not name them again.
 *
 * @param since version after which the changes were made
 */
record ActivationChanges(Version since, List<IndexEntry> changes, List<LogEntry> entries) {
  /** The changes of an activation; empty if it does not use the version index. */
  static Optional<ActivationChanges> of(List<PeeringMessage> activation) {
    List<IndexEntry> changes = new ArrayList<>();
    List<LogEntry> entries = new ArrayList<>();
    Optional<Version> since = Optional.empty();
    for (PeeringMessage message : activation) {
      switch (message) {
        case PeeringMessage.Changes told -> changes.addAll(told.changes());
        case PeeringMessage.Activate part -> {
          entries.addAll(part.catchUp().entries());
          since =
              Optional.ofNullable(part.catchUp().indexed()).map(PeeringMessage.IndexExtent::since);
        }
        default -> {
          // The message names no objects.
        }
      }
    }
    return since.map(version -> new ActivationChanges(version, changes, entries));
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
