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
  private final LeaseTerm term;
  private final SortedMap<OsdId, Pong> counted = new TreeMap<>();
  private final SortedMap<OsdId, Pong> ahead = new TreeMap<>();
  private long toldEpoch;

  /** None; the groups were told no map. */
  public HeldLeases(LeaseTerm term) {
    this.term = term;
  }

  /** Another OSD answered. */
  public void onPong(Pong pong) {
    if (pong.epoch() > toldEpoch) {
      ahead.put(pong.from(), pong);
    } else {
      count(pong);
    }
  }

  /** All groups have been told the map of this epoch. */
  public void advance(long epoch) {
    toldEpoch = epoch;
    ahead
        .entrySet()
        .removeIf(entry -> {
          boolean told = entry.getValue().epoch() <= epoch;
          if (told) {
            count(entry.getValue());
          }
          return told;
        });
  }

  private void count(Pong pong) {
    Pong known = counted.get(pong.from());
    if (known == null || known.askedNanos() <= pong.askedNanos()) {
      counted.put(pong.from(), pong);
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
