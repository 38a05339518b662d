package io.pando.osd.pg.lease;

import io.pando.id.OsdId;

/** What a group may know of the leases between its OSD and others. By the clock of this OSD. */
public interface Leases {
  /** Of what was never granted. */
  long NEVER = Long.MIN_VALUE;

  /**
   * Until when another OSD's promise lasts, made when it knew that the interval had begun and, by
   * the newest map the groups here were told, not ended; {@link #NEVER} without one.
   *
   * @param interval first epoch of it
   */
  long heldUntilNanos(OsdId from, long interval);

  /** Until when anybody may hold a lease that this OSD, in a life before, promised or knew of. */
  long forgottenUntilNanos();

  /** Until when another OSD may hold a lease by promises that this one made before this map. */
  long grantedUntilNanos(OsdId holder);
}
