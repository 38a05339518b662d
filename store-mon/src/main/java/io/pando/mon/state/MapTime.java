package io.pando.mon.state;

/**
 * The time of the cluster map: never goes back, and goes on by what the clocks of the leaders go
 * on. A leader whose clock is behind its predecessor's does not hold it up until that has caught
 * up.
 *
 * @param nowMillis of the map, milliseconds since 1970 UTC as long as the leaders' clocks are right
 * @param stampMillis clock of the leader that brought it there
 */
public record MapTime(long nowMillis, long stampMillis) {
  /** The time at which a cluster begins. */
  static MapTime beginning(long millis) {
    return new MapTime(millis, millis);
  }

  /** The time at a later moment, by the clock of who leads then. */
  public MapTime at(long newStampMillis) {
    return new MapTime(nowMillis + Math.max(0, newStampMillis - stampMillis), newStampMillis);
  }

  /** Whether a clock is behind the one that was followed so far, and should be followed now. */
  public boolean isAheadOf(long clockMillis) {
    return clockMillis < stampMillis;
  }
}
