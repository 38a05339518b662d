package io.pando.mds.rank;

import io.pando.cluster.fence.Fences;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Sessions that have to be fenced before they end: their operations on objects may still be on the
 * way. One after the other is given to the monitors, and ends once a map has its fence.
 */
final class Evictions {
  private final NavigableMap<Long, String> waiting = new TreeMap<>();
  private long done;

  /** A session is to end. */
  void add(long session, String why) {
    waiting.putIfAbsent(session, why);
  }

  boolean contains(long session) {
    return waiting.containsKey(session);
  }

  /** A session to be fenced; empty if there is none. */
  Optional<Long> next() {
    return waiting.isEmpty() ? Optional.empty() : Optional.of(waiting.firstKey());
  }

  /** Why a session is to end. */
  String why(long session) {
    return waiting.getOrDefault(session, "");
  }

  /** Number of sessions that were fenced. */
  long done() {
    return done;
  }

  /** Sessions that a map fences; they are not waiting any more. */
  List<Long> fenced(Fences fences) {
    List<Long> fenced = new ArrayList<>();
    waiting.keySet().stream().filter(fences::contains).forEach(fenced::add);
    fenced.forEach(waiting::remove);
    done += fenced.size();
    return fenced;
  }
}
