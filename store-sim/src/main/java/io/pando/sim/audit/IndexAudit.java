package io.pando.sim.audit;

import io.pando.group.IndexEntry;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.osd.pg.index.IndexQuery;
import io.pando.osd.pg.index.VersionIndex;
import io.pando.osd.pg.replica.StoredGroup;
import io.pando.store.CollectionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Checks that the version index of a group in a store covers all its objects. */
final class IndexAudit {
  private IndexAudit() {}

  /** Differences between index and objects. */
  static List<String> differences(StoredCopy copy) {
    StoredGroup group = copy.group();
    VersionIndex index =
        new VersionIndex(
            CollectionId.of(group.info().group()),
            group.index(),
            group.entries(),
            group.info().logTail(),
            1);
    List<Optional<List<IndexEntry>>> answers = new ArrayList<>();
    IndexQuery.ask(
        index,
        index.since(),
        (from, to, then) -> then.accept(copy.meta().subMap(from, to)),
        answers::add);
    Optional<List<IndexEntry>> answer = answers.getFirst();
    if (answer.isEmpty()) {
      return List.of("has a version index of which a page is lost");
    }
    SortedMap<ObjectId, IndexEntry> newest = new TreeMap<>();
    answer.get().forEach(entry -> newest.put(entry.object(), entry));
    for (LogEntry entry : group.entries()) {
      if (entry.version().isAfter(group.info().logTail()) && entry.touchesObject()) {
        newest.put(entry.object(), IndexEntry.of(entry));
      }
    }
    return compare(copy, index.since(), newest);
  }

  private static List<String> compare(
      StoredCopy copy, Version since, SortedMap<ObjectId, IndexEntry> newest) {
    List<String> differences = new ArrayList<>();
    TreeSet<ObjectId> objects = new TreeSet<>(newest.keySet());
    objects.addAll(copy.objects().keySet());
    for (ObjectId object : objects) {
      if (copy.isDamaged(object)) {
        // The version of an unreadable object is not known.
        continue;
      }
      IndexEntry told = newest.get(object);
      boolean exists = copy.objects().containsKey(object);
      Version version = copy.version(object);
      boolean right =
          told == null
              ? !version.isAfter(since)
              : told.exists() == exists && (!exists || told.version().equals(version));
      if (!right) {
        differences.add(
            "has %s in version %s, and its index since %s tells %s"
                .formatted(object, exists ? version : null, since, told));
      }
    }
    return differences;
  }
}
