package io.pando.osd.pg.op;

import io.pando.bytes.Payload;
import io.pando.format.GroupRecords;
import io.pando.group.ObjectInfo;
import io.pando.id.Version;
import io.pando.store.ObjectView;
import org.jspecify.annotations.Nullable;

/**
 * The state of an object that must be known to change it.
 *
 * @param exists whether the object exists; if not, the other fields are zero
 */
public record ObjectState(boolean exists, long sizeBytes, Version version, long modifiedMillis) {
  /** The object does not exist. */
  public static final ObjectState ABSENT = new ObjectState(false, 0, Version.ZERO, 0);

  /** The state of an object that was read; null if it does not exist. */
  public static ObjectState of(@Nullable ObjectView view) {
    if (view == null) {
      return ABSENT;
    }
    Payload stored = view.attributes().get(ObjectInfo.ATTRIBUTE);
    ObjectInfo info =
        stored == null ? new ObjectInfo(Version.ZERO, 0) : GroupRecords.OBJECT.decode(stored);
    return new ObjectState(true, view.size(), info.version(), info.modifiedMillis());
  }
}
