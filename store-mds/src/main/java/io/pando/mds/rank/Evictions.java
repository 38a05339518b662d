package io.pando.mds.rank;

import io.pando.cluster.fence.Fences;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Sessions that have to be fenced before they end: their operations on objects may still be on the
 * way. One after the other is given to the monitors, until a map has its fence.
 */
final class Evictions {
  private final NavigableMap<Long, String> waiting = new TreeMap<>();
  private Fences fences;
  private long done;

  /** No session is to end, except for those that a map fences already. */
  Evictions(Fences fences) {
    this.fences = fences;
  }

  /** A session is to end. */
  void add(long session, String why) {
    waiting.putIfAbsent(session, why);
  }

  boolean contains(long session) {
    return waiting.containsKey(session);
  }

  /** A session to be fenced; empty if there is none. */
  Optional<Eviction> next() {
    return Optional.ofNullable(waiting.firstEntry())
        .map(each -> new Eviction(each.getKey(), each.getValue()));
  }

  /** Why a session that is to end is refused. */
  String why(long session) {
    return waiting.getOrDefault(session, "the cluster map has a fence against it");
  }

  /** There is a newer map. */
  void onFences(Fences newer) {
    fences = newer;
  }

  /** Whether the newest map fences a session. */
  boolean isFenced(long session) {
    return fences.contains(session);
  }

  /** Sessions of any file system that the newest map fences. */
  List<Long> fenced() {
    return List.copyOf(fences.bySession().keySet());
  }

  /** Sessions that are fenced do not wait for that any more. */
  void forgetFenced() {
    long before = waiting.size();
    waiting.keySet().removeIf(fences::contains);
    done += before - waiting.size();
  }

  /** Number of sessions that were fenced. */
  long done() {
    return done;
  }
}
