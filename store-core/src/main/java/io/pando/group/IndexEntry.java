package io.pando.group;

import io.pando.id.ObjectId;
import io.pando.id.Version;

/**
 * An entry of a placement group's version index: the newest update of an object.
 *
 * @param version version of the update
 * @param exists whether the object existed after the update; if not, this entry is its tombstone
 */
public record IndexEntry(Version version, ObjectId object, boolean exists) {
  /** The entry for an update of an object. */
  public static IndexEntry of(LogEntry entry) {
    return new IndexEntry(entry.version(), entry.object(), entry.kind() == LogEntry.Kind.MODIFY);
  }
}
