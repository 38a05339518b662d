package io.pando.osd.pg.scrub;

import io.pando.group.IndexEntry;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.osd.pg.index.IndexQuery;
import io.pando.osd.pg.replica.Replica;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * A member's own records of some objects: the newest update of each in its log or its version
 * index. Both are stored apart from the objects, so they prove which version should exist.
 */
final class RecordQuery {
  private RecordQuery() {}

  /**
   * Looks up the records of a member.
   *
   * @param then receives the newest recorded updates, at most one for each object; none for an
   *     object without a record
   */
  static void ask(Replica replica, List<ObjectId> objects, Consumer<List<IndexEntry>> then) {
    List<IndexEntry> logged = new ArrayList<>();
    SortedSet<ObjectId> left = new TreeSet<>();
    for (ObjectId object : objects) {
      Optional<LogEntry> newest = replica.log().newestOf(object);
      if (newest.isEmpty()) {
        left.add(object);
      } else if (newest.get().touchesObject()) {
        logged.add(IndexEntry.of(newest.get()));
      }
      // An entry that only remembers a request may hide an older update in the log, so it proves
      // nothing.
    }
    if (left.isEmpty()) {
      then.accept(logged);
      return;
    }
    IndexQuery.ask(
        replica.index(),
        Version.ZERO,
        replica.reads()::meta,
        indexed -> {
          indexed.ifPresent(entries ->
              entries.stream().filter(entry -> left.contains(entry.object())).forEach(logged::add));
          then.accept(logged);
        });
  }

  /** The newest update of each object in the records of several members. */
  static SortedMap<ObjectId, IndexEntry> newest(Iterable<List<IndexEntry>> told) {
    SortedMap<ObjectId, IndexEntry> newest = new TreeMap<>();
    for (List<IndexEntry> entries : told) {
      for (IndexEntry entry : entries) {
        newest.merge(entry.object(), entry, (a, b) -> b.version().isAfter(a.version()) ? b : a);
      }
    }
    return newest;
  }
}
