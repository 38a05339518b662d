package io.pando.group;

import io.pando.id.ObjectId;
import io.pando.id.Version;

/**
 * The newest update of an object, as the version index of a placement group has it.
 *
 * @param version of the update
 * @param exists whether there was an object after it; if not, this is its tombstone
 */
public record IndexEntry(Version version, ObjectId object, boolean exists) {
  /** What an update of an object is in an index. */
  public static IndexEntry of(LogEntry entry) {
    return new IndexEntry(entry.version(), entry.object(), entry.kind() == LogEntry.Kind.MODIFY);
  }
}
