package io.pando.mon.state;

import io.pando.mon.config.RuleSettings;

/**
 * What the outside adds to a change, the same on every monitor.
 *
 * @param nowMillis wall-clock time of the leading monitor, milliseconds since 1970 UTC; for the
 *     rules themselves the map's ({@link MapTime})
 * @param entropy a random number, for secrets
 */
public record Terms(long nowMillis, long entropy, RuleSettings settings) {
  /** The same at another time: that of the map, by which the rules go. */
  public Terms at(MapTime time) {
    return new Terms(time.nowMillis(), entropy, settings);
  }
}
