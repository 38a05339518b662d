package io.pando.osd.pg.harness;

import io.pando.id.OsdId;
import io.pando.osd.pg.lease.Leases;
import java.util.Set;
import java.util.TreeSet;

/** Leases that are renewed all the time, but for those of OSDs that a test makes silent. */
public final class PlayedLeases implements Leases {
  /** Of these there is no promise. */
  public final Set<OsdId> silent = new TreeSet<>();

  /** Epoch with which the interval begins that promises are made for; 0: for whichever. */
  public long interval;

  /** Until then any OSD may hold a promise of the process before. */
  public long forgottenUntilNanos = NEVER;

  /** Until then a primary before may hold one. */
  public long grantedUntilNanos = NEVER;

  @Override
  public long heldUntilNanos(OsdId from, long of) {
    boolean promised = interval == 0 || interval == of;
    return promised && !silent.contains(from) ? Long.MAX_VALUE : NEVER;
  }

  @Override
  public long forgottenUntilNanos() {
    return forgottenUntilNanos;
  }

  @Override
  public long grantedUntilNanos(OsdId holder) {
    return grantedUntilNanos;
  }
}
