package io.pando.mon.state;

/**
 * Time of the cluster map. It never goes back, and advances by as much as the leaders' clocks
 * advance. If a new leader's clock is behind its predecessor's, the map's time still advances
 * without waiting for that clock to catch up.
 *
 * @param nowMillis time of the map: milliseconds since 1970 UTC as long as the leaders' clocks are
 *     right
 * @param stampMillis clock reading of the leader that set it
 */
public record MapTime(long nowMillis, long stampMillis) {
  /** The map's time when a cluster begins. */
  static MapTime beginning(long millis) {
    return new MapTime(millis, millis);
  }

  /** The map's time at a later moment, by the clock of the current leader. */
  public MapTime at(long newStampMillis) {
    return new MapTime(nowMillis + Math.max(0, newStampMillis - stampMillis), newStampMillis);
  }

  /**
   * Whether a clock is behind the clock that was followed so far, so that it must be followed from
   * now on.
   */
  public boolean isAheadOf(long clockMillis) {
    return clockMillis < stampMillis;
  }
}
