package io.pando.osd.pg.recovery;

import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.osd.pg.op.ObjectState;
import io.pando.osd.pg.replica.Replica;
import io.pando.port.ObjectStore;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Reads the versions of some objects in placement order. */
final class VersionScan {
  private final Replica replica;

  VersionScan(Replica replica) {
    this.replica = replica;
  }

  /**
   * What is there.
   *
   * @param versions {@link Version#ZERO} for half a copy, or one that cannot be read
   * @param end the last object of the listing, also if it vanished; the start if it was empty
   */
  record Found(SortedMap<ObjectId, Version> versions, boolean more, ObjectId end) {}

  void run(ObjectId after, int max, Consumer<Found> then) {
    ObjectId start = after;
    replica
        .reads()
        .list(
            start.name().isEmpty() ? null : start,
            max,
            listing -> {
              SortedMap<ObjectId, Version> versions = new TreeMap<>();
              readNext(listing, 0, versions, start, then);
            });
  }

  private void readNext(
      ObjectStore.Listing listing,
      int index,
      SortedMap<ObjectId, Version> versions,
      ObjectId start,
      Consumer<Found> then) {
    List<ObjectId> objects = listing.objects();
    if (index == objects.size()) {
      then.accept(
          new Found(versions, listing.more(), objects.isEmpty() ? start : objects.getLast()));
      return;
    }
    ObjectId object = objects.get(index);
    replica
        .reads()
        .object(
            object,
            ObjectQuery.STAT,
            outcome -> {
              switch (outcome) {
                case ReadOutcome.Found found ->
                    versions.put(object, ObjectState.of(found.view()).version());
                case ReadOutcome.Damaged _ -> versions.put(object, Version.ZERO);
                case ReadOutcome.Absent _ -> {}
              }
              readNext(listing, index + 1, versions, start, then);
            });
  }
}
