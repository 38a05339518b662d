package io.pando.mon.state;

import io.pando.mon.config.MonitorRules;

/**
 * Inputs of a change from outside the state, the same on every monitor.
 *
 * @param nowMillis wall-clock time of the leading monitor, milliseconds since 1970 UTC; within the
 *     rules, the map's time ({@link MapTime})
 * @param entropy a random number, for secrets
 */
public record Terms(long nowMillis, long entropy, MonitorRules settings) {
  /** A copy with the time of the map, which the rules use. */
  public Terms at(MapTime time) {
    return new Terms(time.nowMillis(), entropy, settings);
  }
}
