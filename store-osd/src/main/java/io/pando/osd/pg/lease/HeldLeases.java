package io.pando.osd.pg.lease;

import io.pando.id.OsdId;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The promises of other OSDs to this one, as the groups of one shard may use them. A pong may carry
 * an epoch that the groups have not seen yet. Such a pong proves nothing to the groups, since their
 * interval may have ended by then. It is kept until the groups have seen its epoch; the pong before
 * it counts meanwhile.
 */
public final class HeldLeases {
  private final LeaseTerm term;
  private final SortedMap<OsdId, PingReply> counted = new TreeMap<>();
  private final SortedMap<OsdId, PingReply> ahead = new TreeMap<>();
  private long toldEpoch;

  /** Creates an empty record; the groups have seen no map. */
  public HeldLeases(LeaseTerm term) {
    this.term = term;
  }

  /** Another OSD answered a ping. */
  public void onPong(PingReply reply) {
    if (reply.epoch() > toldEpoch) {
      ahead.put(reply.from(), reply);
    } else {
      count(reply);
    }
  }

  /** All groups have seen the map of this epoch. */
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

  private void count(PingReply reply) {
    PingReply known = counted.get(reply.from());
    if (known == null || known.askedNanos() <= reply.askedNanos()) {
      counted.put(reply.from(), reply);
    }
  }

  /** See {@link Leases#heldUntilNanos}. */
  public long untilNanos(OsdId from, long interval) {
    PingReply reply = counted.get(from);
    return reply == null || reply.epoch() < interval
        ? Leases.NEVER
        : reply.askedNanos() + term.nanos();
  }

  /** Drops promises that have ended. */
  public void forgetBefore(long nowNanos) {
    counted.values().removeIf(reply -> reply.askedNanos() + term.nanos() <= nowNanos);
    ahead.values().removeIf(reply -> reply.askedNanos() + term.nanos() <= nowNanos);
  }
}
