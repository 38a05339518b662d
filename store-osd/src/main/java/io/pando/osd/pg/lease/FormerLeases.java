package io.pando.osd.pg.lease;

import io.pando.group.RemainingLeases;
import io.pando.id.OsdId;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Which former primaries of a group may still hold a lease, as far as this OSD knows. When a map
 * ends an interval, every member records the lease of its primary. It tells the record to any
 * primary that asks, and it learns further records at its activation. A new primary waits until the
 * last of these leases has ended.
 *
 * <p>Why it is enough to ask the members that peering hears anyway: take an interval in which
 * clients may have been served since the last complete activation. The new primary hears one of
 * these members of it:
 *
 * <ul>
 *   <li>A member that was not activated in the interval: then no client was served.
 *   <li>A member that was activated in it. Either it is the former primary itself, which has
 *       stopped; or it has recorded a bound of the primary's lease, because a lease is the shortest
 *       of the promises of all members.
 *   <li>A member that was activated later. Then the primary of that activation told it the bound,
 *       and the same argument holds for that primary.
 * </ul>
 *
 * So the knowledge survives any number of intervals in which no activation completes.
 *
 * <p>The record is kept in memory only. After a restart, any OSD that may have been primary since
 * the last complete activation may hold a lease until one term after the restart.
 */
public final class FormerLeases {
  private final SortedMap<OsdId, Long> until = new TreeMap<>();
  private long anybodyUntilNanos;

  /** A lease to wait for; {@code whose} is text for people. */
  public record Wait(String whose, long untilNanos) {}

  /** Until this time, by our clock, any OSD may hold a lease. */
  FormerLeases(long anybodyUntilNanos) {
    this.anybodyUntilNanos = anybodyUntilNanos;
  }

  /** Records that this OSD may hold a lease until this time, by our clock. */
  void note(OsdId holder, long untilNanos) {
    if (untilNanos > Leases.NEVER) {
      until.merge(holder, untilNanos, Math::max);
    }
  }

  /** Adds the records of another OSD. */
  void learn(RemainingLeases left, long nowNanos) {
    left.byHolderNanos().forEach((holder, nanos) -> note(holder, nowNanos + nanos));
    if (left.anybodyNanos() > 0) {
      anybodyUntilNanos = Math.max(anybodyUntilNanos, nowNanos + left.anybodyNanos());
    }
  }

  /** The records to tell other OSDs. */
  RemainingLeases left(long nowNanos) {
    forget(nowNanos);
    SortedMap<OsdId, Long> remaining = new TreeMap<>();
    until.forEach((holder, end) -> remaining.put(holder, end - nowNanos));
    long anybodyNanos = anybodyUntilNanos > nowNanos ? anybodyUntilNanos - nowNanos : 0;
    return new RemainingLeases(Collections.unmodifiableSortedMap(remaining), anybodyNanos);
  }

  /** The lease that ends last, without those of OSDs that have stopped as primary. */
  Optional<Wait> longest(Predicate<OsdId> stopped, long nowNanos) {
    forget(nowNanos);
    Optional<Wait> known =
        until.entrySet().stream()
            .filter(entry -> !stopped.test(entry.getKey()))
            .max(Map.Entry.comparingByValue())
            .map(entry -> new Wait(entry.getKey().toString(), entry.getValue()));
    long knownNanos = known.map(Wait::untilNanos).orElse(nowNanos);
    return anybodyUntilNanos > knownNanos
        ? Optional.of(new Wait("an unknown former primary", anybodyUntilNanos))
        : known;
  }

  private void forget(long nowNanos) {
    until.values().removeIf(end -> end <= nowNanos);
  }
}
