package io.pando.osd.pg.lease;

import io.pando.id.OsdId;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Which former primaries of a group may still hold a lease, as far as is known here. Everybody who
 * served under one notes it when the map takes the group away from that one, and tells it to
 * whoever asks; a new primary waits until the last is over.
 *
 * <p>Whoever must be heard before a group goes on ({@code PriorSet}) includes, of every interval in
 * which clients may have been served since the last activation, one who served in it. That one is
 * the former primary itself, which has stopped, or somebody whose promise bounds its lease, since a
 * lease is the shortest of the promises of all. So it is enough to ask those who are asked anyway,
 * through any number of intervals that came to nothing.
 */
public final class FormerLeases {
  private final SortedMap<OsdId, Long> until = new TreeMap<>();

  /** One to be waited for. */
  public record Wait(OsdId holder, long untilNanos) {}

  /** This one may hold a lease until then, by our clock. */
  public void note(OsdId holder, long untilNanos) {
    if (untilNanos > Leases.NEVER) {
      until.merge(holder, untilNanos, Math::max);
    }
  }

  /** Another OSD told what it knows, as durations from now. */
  public void learn(SortedMap<OsdId, Long> remainingNanos, long nowNanos) {
    remainingNanos.forEach((holder, nanos) -> note(holder, nowNanos + nanos));
  }

  /** What is to be told to others: durations from now, all positive. */
  public SortedMap<OsdId, Long> remainingNanos(long nowNanos) {
    forget(nowNanos);
    SortedMap<OsdId, Long> remaining = new TreeMap<>();
    until.forEach((holder, end) -> remaining.put(holder, end - nowNanos));
    return Collections.unmodifiableSortedMap(remaining);
  }

  /** The one that lasts longest, but for holders that have stopped. */
  public Optional<Wait> longest(Predicate<OsdId> stopped, long nowNanos) {
    forget(nowNanos);
    return until.entrySet().stream()
        .filter(entry -> !stopped.test(entry.getKey()))
        .max(Map.Entry.comparingByValue())
        .map(entry -> new Wait(entry.getKey(), entry.getValue()));
  }

  private void forget(long nowNanos) {
    until.values().removeIf(end -> end <= nowNanos);
  }
}
