package io.pando.osd.pg.lease;

import io.pando.id.OsdId;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The promises that this OSD made to others by its pongs. A pong says, as of the epoch in it: for
 * one term from your ping on, I will help no other OSD to take over a group in which you are
 * primary and I am a member, without telling it to wait for your lease.
 *
 * <p>Promises of earlier incarnations of the daemon are forgotten. So any OSD may hold any promise
 * until one term after the start.
 */
public final class LeaseGrants {
  private final LeaseTerm term;
  private final long unknownUntilNanos;
  private final SortedMap<OsdId, Long> until = new TreeMap<>();

  /** Creates an empty record; the daemon has just started. */
  public LeaseGrants(LeaseTerm term, long nowNanos) {
    this.term = term;
    this.unknownUntilNanos = nowNanos + term.keptNanos();
  }

  /** Records the promise of a pong that is sent. */
  public void onPong(OsdId to, long nowNanos) {
    until.put(to, nowNanos + term.keptNanos());
  }

  /** All promises that were made up to now. */
  public Granted granted(long nowNanos) {
    until.values().removeIf(end -> end <= nowNanos);
    return new Granted(unknownUntilNanos, Collections.unmodifiableSortedMap(new TreeMap<>(until)));
  }
}
