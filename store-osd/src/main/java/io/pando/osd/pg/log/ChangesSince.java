package io.pando.osd.pg.log;

import io.pando.bytes.ByteRange;
import io.pando.group.ChangedRows;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a log tells about the changes of an object's fragments. Pure functions of the log. */
public final class ChangesSince {
  private ChangesSince() {}

  /**
   * What updates changed between two versions of an object. Each update names the version before
   * it, so that none is left out.
   *
   * @return null if the log does not have all these updates, or one of them does not tell
   */
  public static @Nullable ChangedRows of(GroupLog log, ObjectId object, Version since, Version to) {
    List<ByteRange> changed = new ArrayList<>();
    Version at = to;
    while (at.isAfter(since)) {
      LogEntry entry = log.at(at).orElse(null);
      if (entry == null || !entry.touchesObject() || !entry.object().equals(object)) {
        return null;
      }
      ChangedRows byEntry = entry.changed();
      if (byEntry == null || !at.isAfter(entry.prior())) {
        return null;
      }
      changed.addAll(byEntry.ranges());
      at = entry.prior();
    }
    return at.equals(since) ? ChangedRows.of(changed) : null;
  }
}
