package io.pando.osd.pg.op;

import io.pando.bytes.Payload;
import io.pando.format.GroupRecords;
import io.pando.group.ObjectInfo;
import io.pando.id.Version;
import io.pando.store.ObjectView;
import org.jspecify.annotations.Nullable;

/**
 * What must be known of an object to change it.
 *
 * @param exists whether there is one; if not, the rest is zero
 */
public record ObjectState(boolean exists, long sizeBytes, Version version, long modifiedMillis) {
  /** There is no object. */
  public static final ObjectState ABSENT = new ObjectState(false, 0, Version.ZERO, 0);

  /** The state of an object that was read; null: it is not there. */
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
