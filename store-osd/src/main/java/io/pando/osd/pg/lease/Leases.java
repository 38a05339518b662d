package io.pando.osd.pg.lease;

import io.pando.id.OsdId;

/**
 * The leases between this OSD and others, as a group may use them. Times are by the clock of this
 * OSD.
 */
public interface Leases {
  /** End of a lease that was never granted. */
  long NEVER = Long.MIN_VALUE;

  /**
   * Until when another OSD's promise lasts. The promise counts only if that OSD made it when it
   * knew of the interval, and if by the newest map that the groups here have seen the interval has
   * not ended. {@link #NEVER} without such a promise.
   *
   * @param interval its first epoch
   */
  long heldUntilNanos(OsdId from, long interval);

  /**
   * Until when any OSD may hold a lease that an earlier incarnation of this OSD promised or knew
   * of.
   */
  long forgottenUntilNanos();

  /**
   * Until when another OSD may hold a lease by promises that this OSD made before the present map.
   */
  long grantedUntilNanos(OsdId holder);
}
