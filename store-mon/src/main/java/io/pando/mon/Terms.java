package io.pando.mon;

/**
 * What the outside adds to a change, the same on every monitor.
 *
 * @param nowMillis wall-clock time of the leading monitor, milliseconds since 1970 UTC
 * @param entropy a random number, for secrets
 */
public record Terms(long nowMillis, long entropy, RuleSettings settings) {
  /**
   * The same, not before a time: the clocks of two leaders may differ, the map's does not go back.
   */
  Terms notBefore(long millis) {
    return nowMillis >= millis ? this : new Terms(millis, entropy, settings);
  }
}
