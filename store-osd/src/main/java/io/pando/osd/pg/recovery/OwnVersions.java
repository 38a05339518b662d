package io.pando.osd.pg.recovery;

import io.pando.format.FormatException;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.osd.pg.op.ObjectState;
import io.pando.osd.pg.replica.StoreReads;
import io.pando.probe.Limit;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the store has of some objects.
 *
 * @param versions of those that are there, {@link Version#ZERO} for half a copy
 * @param attributes names of all that those have
 * @param unreadable of which it cannot be told
 */
record OwnVersions(
    SortedMap<ObjectId, Version> versions,
    SortedMap<ObjectId, List<String>> attributes,
    List<ObjectId> unreadable) {
  private static final Limit PAGE_BYTES =
      Limit.of("recovery: bytes of own versions in one page", 1, 1 << 20);

  /** The version that is here; null: none, or it cannot be told. */
  @Nullable Version of(ObjectId object) {
    return versions.get(object);
  }

  /** Names of the attributes it has here; none, if it is not here. */
  List<String> attributesOf(ObjectId object) {
    return attributes.getOrDefault(object, List.of());
  }

  /** Looks them up: at once, if there are none. */
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
