package io.pando.osd.pg.recovery;

import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.osd.pg.op.ObjectState;
import io.pando.osd.pg.replica.Replica;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Objects of the primary whose bytes are damaged, until good ones have come. */
final class DamagedObjects {
  private final Replica replica;
  private final Locations locations;
  private final SortedSet<ObjectId> damaged = new TreeSet<>();

  DamagedObjects(Replica replica, Locations locations) {
    this.replica = replica;
    this.locations = locations;
  }

  void clear() {
    damaged.clear();
  }

  boolean contains(ObjectId object) {
    return damaged.contains(object);
  }

  void add(ObjectId object) {
    damaged.add(object);
  }

  void remove(ObjectId object) {
    damaged.remove(object);
  }

  /**
   * Finds out which version an object has: what is left of it, who lacks it, or the log may tell;
   * {@link Version#ZERO} if nobody does.
   */
  void findVersion(ObjectId object, Consumer<Version> then) {
    replica
        .reads()
        .object(
            object,
            ObjectQuery.STAT,
            outcome -> {
              Version version = Version.max(locations.expected(object), versionOf(outcome));
              then.accept(
                  version.equals(Version.ZERO)
                      ? replica.log().newestOf(object).map(e -> e.version()).orElse(Version.ZERO)
                      : version);
            });
  }

  /**
   * Nobody has an object that is missing in a version: perhaps it is here in that very version, and
   * was found damaged in an earlier interval. Then it is noted again, and that is told.
   */
  void recall(ObjectId object, Version version, Runnable then) {
    replica
        .reads()
        .object(
            object,
            ObjectQuery.STAT,
            outcome -> {
              if (version.equals(versionOf(outcome))
                  && version.equals(replica.missing().get(object))) {
                damaged.add(object);
                then.run();
              }
            });
  }

  private static Version versionOf(ReadOutcome outcome) {
    return outcome instanceof ReadOutcome.Found found
        ? ObjectState.of(found.view()).version()
        : Version.ZERO;
  }
}
