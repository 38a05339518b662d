package io.pando.osd.pg.recovery.copy;

import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.osd.pg.op.ObjectState;
import io.pando.osd.pg.replica.StoreReads;
import io.pando.probe.Limit;
import io.pando.proto.FormatException;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The versions of some objects in the store.
 *
 * @param versions of the objects that exist, {@link Version#ZERO} for half a copy
 * @param attributes names of all attributes of these objects
 * @param unreadable objects whose versions cannot be read
 */
record OwnVersions(
    SortedMap<ObjectId, Version> versions,
    SortedMap<ObjectId, List<String>> attributes,
    List<ObjectId> unreadable) {
  private static final Limit PAGE_BYTES =
      Limit.of("recovery: bytes of own versions in one page", 1, 1 << 20);

  /** The version that is here; null if the object is absent or its version cannot be read. */
  @Nullable Version of(ObjectId object) {
    return versions.get(object);
  }

  /** Names of the attributes of the object here; empty if it is absent. */
  List<String> attributesOf(ObjectId object) {
    return attributes.getOrDefault(object, List.of());
  }

  /** Looks up the versions; calls back at once if there are no objects. */
  static void read(StoreReads reads, List<ObjectId> objects, Consumer<OwnVersions> then) {
    OwnVersions all = new OwnVersions(new TreeMap<>(), new TreeMap<>(), new ArrayList<>());
    all.readFrom(reads, objects, then);
  }

  private void readFrom(StoreReads reads, List<ObjectId> objects, Consumer<OwnVersions> then) {
    if (objects.isEmpty()) {
      then.accept(this);
      return;
    }
    reads.objects(
        objects,
        ObjectQuery.STAT,
        PAGE_BYTES.longValue(),
        outcomes -> {
          for (int i = 0; i < outcomes.size(); i++) {
            note(objects.get(i), outcomes.get(i));
          }
          readFrom(reads, objects.subList(outcomes.size(), objects.size()), then);
        });
  }

  private void note(ObjectId object, ReadOutcome outcome) {
    switch (outcome) {
      case ReadOutcome.Found found -> {
        try {
          versions.put(object, ObjectState.of(found.view()).version());
          attributes.put(object, List.copyOf(found.view().attributes().keySet()));
        } catch (FormatException unreadableVersion) {
          unreadable.add(object);
        }
      }
      case ReadOutcome.Absent _ -> {}
      case ReadOutcome.Damaged _ -> unreadable.add(object);
    }
  }
}
