package io.pando.osd.pg.lease;

import io.pando.group.LeasesLeft;
import io.pando.id.OsdId;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Which former primaries of a group may still hold a lease, as far as is known here. Every member
 * notes it of the primary when the map ends an interval, tells it to whoever asks, and learns it
 * when it is activated; a new primary waits until the last is over.
 *
 * <p>Why it is enough to ask those who are heard anyway: of every interval in which clients may
 * have been served since the last complete activation, a new primary hears a member that was not
 * activated, so that nobody was served; or one that was activated in it, which is the former
 * primary itself, and has stopped, or has noted what bounds its lease, since a lease is the
 * shortest of the promises of all members; or one that was activated later, and was told then by a
 * primary of which the same holds. So what is known survives any number of intervals that come to
 * nothing.
 *
 * <p>What is known is kept in memory alone. After a restart anybody may hold a lease until a term
 * after that: anybody who may have led since the last complete activation, that is.
 */
public final class FormerLeases {
  private final SortedMap<OsdId, Long> until = new TreeMap<>();
  private long anybodyUntilNanos;

  /** A lease to be waited for; {@code whose} is for people. */
  public record Wait(String whose, long untilNanos) {}

  /** Until then anybody may hold one, by our clock. */
  FormerLeases(long anybodyUntilNanos) {
    this.anybodyUntilNanos = anybodyUntilNanos;
  }

  /** This one may hold a lease until then, by our clock. */
  void note(OsdId holder, long untilNanos) {
    if (untilNanos > Leases.NEVER) {
      until.merge(holder, untilNanos, Math::max);
    }
  }

  /** Another OSD told what it knows. */
  void learn(LeasesLeft left, long nowNanos) {
    left.byHolderNanos().forEach((holder, nanos) -> note(holder, nowNanos + nanos));
    if (left.anybodyNanos() > 0) {
      anybodyUntilNanos = Math.max(anybodyUntilNanos, nowNanos + left.anybodyNanos());
    }
  }

  /** What is to be told to others. */
  LeasesLeft left(long nowNanos) {
    forget(nowNanos);
    SortedMap<OsdId, Long> remaining = new TreeMap<>();
    until.forEach((holder, end) -> remaining.put(holder, end - nowNanos));
    long anybodyNanos = anybodyUntilNanos > nowNanos ? anybodyUntilNanos - nowNanos : 0;
    return new LeasesLeft(Collections.unmodifiableSortedMap(remaining), anybodyNanos);
  }

  /** The one that lasts longest, but for holders that have stopped. */
  Optional<Wait> longest(Predicate<OsdId> stopped, long nowNanos) {
    forget(nowNanos);
    Optional<Wait> known =
        until.entrySet().stream()
            .filter(entry -> !stopped.test(entry.getKey()))
            .max(Map.Entry.comparingByValue())
            .map(entry -> new Wait(entry.getKey().toString(), entry.getValue()));
    long knownNanos = known.map(Wait::untilNanos).orElse(nowNanos);
    return anybodyUntilNanos > knownNanos
        ? Optional.of(
            new Wait("somebody, of whom a replica knew that started anew", anybodyUntilNanos))
        : known;
  }

  private void forget(long nowNanos) {
    until.values().removeIf(end -> end <= nowNanos);
  }
}
