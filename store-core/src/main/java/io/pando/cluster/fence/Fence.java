package io.pando.cluster.fence;

/**
 * Why, and how long, the requests of one client session are refused.
 *
 * @param untilMillis wall-clock time of the leading monitor from which the fence may be removed,
 *     milliseconds since 1970 UTC
 * @param reason short text for people, at most {@link #MAX_REASON} characters
 */
public record Fence(long untilMillis, String reason) {
  /** Maximum length of a reason. */
  public static final int MAX_REASON = 200;

  /** Whether its time is over. */
  public boolean isOver(long nowMillis) {
    return untilMillis <= nowMillis;
  }
}
