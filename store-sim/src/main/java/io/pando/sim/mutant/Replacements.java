package io.pando.sim.mutant;

import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.osd.pg.log.GroupLog;
import io.pando.osd.pg.replica.Journal;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.replica.VersionListing;
import io.pando.osd.pg.replication.Strategy;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What some mutants do instead of what they should: each method stands for the method or the call
 * that a {@link Form} names, and takes its arguments, the receiver first.
 */
public final class Replacements {
  private Replacements() {}

  /** For {@link Strategy#reporters}: nobody. */
  public static SortedSet<OsdId> nobody(Strategy strategy) {
    return new TreeSet<>();
  }

  /** For {@link List#getLast}: the one before, if there is one. */
  public static Object beforeLast(List<?> path) {
    return path.get(Math.max(0, path.size() - 2));
  }

  /** For {@link Journal#whenDurable}: at once. */
  public static void atOnce(Journal journal, Runnable then) {
    then.run();
  }

  /** For {@link Replica#append}: reports before it is durable. */
  public static void appendAndReport(
      Replica replica, Replica.Update update, Version trimTo, Runnable durable) {
    replica.append(update, trimTo, () -> {});
    durable.run();
  }

  /** For {@link GroupLog#trimPoint}: everything. */
  public static Version trimAll(GroupLog log, int maxEntries, long maxBytes) {
    return log.head();
  }

  /** For {@link Replica#missing}: nothing. */
  public static SortedMap<ObjectId, Version> nothingMissing(Replica replica) {
    return new TreeMap<>();
  }

  /** For {@link VersionListing#versions}: the last object is left out. */
  public static SortedMap<ObjectId, Version> allButLast(VersionListing listing) {
    SortedMap<ObjectId, Version> versions = new TreeMap<>(listing.versions());
    if (!versions.isEmpty()) {
      versions.remove(versions.lastKey());
    }
    return versions;
  }

  /** For {@link NavigableMap#headMap}: everything. */
  public static <K, V> NavigableMap<K, V> whole(
      NavigableMap<K, V> map, K toKey, boolean inclusive) {
    return map;
  }
}
