package io.pando.client.fs.cache;

import io.pando.check.Invariant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Tells answers that are true still from those that may be older than something that happened at
 * this client while they were under way: a change of its own was answered, or a capability came or
 * went. Answers do not arrive in the order in which requests were executed, because a server holds
 * some of them back.
 *
 * <p>Events are numbered. For each subject the number of its newest event is kept as long as a
 * request is under way that began before it.
 */
final class Overlaps {
  private final TreeMap<Long, Flight> flights = new TreeMap<>();

  /** Changes under way for each subject. */
  private final Map<CachedSubject, Integer> pending = new LinkedHashMap<>();

  /** Newest events, the oldest first. */
  private final Map<CachedSubject, Long> events = new LinkedHashMap<>();

  private long lastEvent;

  /** A request begins. */
  void begin(Flight flight) {
    flights.put(flight.began, flight);
    flight.subjects.forEach(this::addPending);
  }

  private void addPending(CachedSubject subject) {
    pending.merge(subject, 1, Integer::sum);
  }

  /** The number of the next event. */
  long next() {
    lastEvent++;
    return lastEvent;
  }

  /** A request under way turns out to change something else, too. */
  void extend(Flight flight, CachedSubject subject) {
    if (!flight.subjects.contains(subject)) {
      flight.subjects.add(subject);
      addPending(subject);
    }
  }

  /** A request was answered: what it changes is not pending because of it any more. */
  void settle(Flight flight) {
    Invariant.check(
        !flight.settled && flights.get(flight.began) == flight,
        "a request ends that is not under way");
    flight.settled = true;
    for (CachedSubject subject : flight.subjects) {
      pending.computeIfPresent(subject, (_, count) -> count == 1 ? null : count - 1);
    }
  }

  /** A request is over, and its changes are events. */
  void end(Flight flight) {
    if (!flight.settled) {
      settle(flight);
    }
    flights.remove(flight.began);
    flight.subjects.forEach(this::mark);
    purge();
  }

  /** Something happened to a subject: answers to requests that began before may be older. */
  void mark(CachedSubject subject) {
    events.remove(subject);
    if (!flights.isEmpty()) {
      events.put(subject, next());
    }
  }

  private void purge() {
    long oldest = flights.isEmpty() ? Long.MAX_VALUE : flights.firstKey();
    Iterator<Long> oldestFirst = events.values().iterator();
    while (oldestFirst.hasNext() && oldestFirst.next() < oldest) {
      oldestFirst.remove();
    }
  }

  /** Whether a change of the subject is under way. */
  boolean isPending(CachedSubject subject) {
    return pending.containsKey(subject);
  }

  /** Number of changes of the subject that are under way. */
  int pending(CachedSubject subject) {
    return pending.getOrDefault(subject, 0);
  }

  /** Whether what a request saw of a subject is true now: nothing happened to it since. */
  boolean isCurrent(CachedSubject subject, Flight seenBy) {
    return !pending.containsKey(subject) && events.getOrDefault(subject, 0L) < seenBy.began;
  }

  /** Requests under way that change a subject. */
  List<Flight> changing(CachedSubject subject) {
    if (!isPending(subject)) {
      return List.of();
    }
    List<Flight> found = new ArrayList<>();
    for (Flight flight : flights.values()) {
      if (flight.subjects.contains(subject)) {
        found.add(flight);
      }
    }
    return found;
  }

  /** Number of requests under way. */
  int size() {
    return flights.size();
  }
}
