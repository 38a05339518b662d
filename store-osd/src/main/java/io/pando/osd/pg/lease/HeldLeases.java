package io.pando.osd.pg.lease;

import io.pando.id.OsdId;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What others promised to this OSD, as the groups of one shard may use it. A pong of an epoch that
 * they were not told yet says nothing to them, since their interval may have ended by then: it is
 * kept until they are told, and the one before it counts meanwhile.
 */
public final class HeldLeases {
  private record Pong(long askedNanos, long epoch) {}

  private final LeaseTerm term;
  private final SortedMap<OsdId, Pong> counted = new TreeMap<>();
  private final SortedMap<OsdId, Pong> ahead = new TreeMap<>();
  private long toldEpoch;

  /** None; the groups were told no map. */
  public HeldLeases(LeaseTerm term) {
    this.term = term;
  }

  /**
   * Another OSD answered.
   *
   * @param askedNanos when the ping left here, by our clock
   * @param epoch of its map when it answered
   */
  public void onPong(OsdId from, long askedNanos, long epoch) {
    Pong pong = new Pong(askedNanos, epoch);
    if (epoch > toldEpoch) {
      ahead.put(from, pong);
    } else {
      count(from, pong);
    }
  }

  /** All groups have been told the map of this epoch. */
  public void advance(long epoch) {
    toldEpoch = epoch;
    ahead.entrySet().removeIf(entry -> {
      boolean told = entry.getValue().epoch() <= epoch;
      if (told) {
        count(entry.getKey(), entry.getValue());
      }
      return told;
    });
  }

  private void count(OsdId from, Pong pong) {
    Pong known = counted.get(from);
    if (known == null || known.askedNanos() <= pong.askedNanos()) {
      counted.put(from, pong);
    }
  }

  /** See {@link Leases#heldUntilNanos}. */
  public long untilNanos(OsdId from, long interval) {
    Pong pong = counted.get(from);
    return pong == null || pong.epoch() < interval
        ? Leases.NEVER
        : pong.askedNanos() + term.nanos();
  }

  /** Forgets what is over. */
  public void forgetBefore(long nowNanos) {
    counted.values().removeIf(pong -> pong.askedNanos() + term.nanos() <= nowNanos);
    ahead.values().removeIf(pong -> pong.askedNanos() + term.nanos() <= nowNanos);
  }
}
