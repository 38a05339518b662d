package io.pando.osd.pg.replica;

import io.pando.group.ScrubKind;
import java.time.Duration;

/**
 * How often the copies of a group are compared, and how many of them at a time.
 *
 * @param sessionMillis between comparisons of hash trees; 0: never
 * @param lightMillis between scrubs that look at versions; 0: never
 * @param deepMillis between those that read everything; 0: never
 * @param lightObjects looked at together when only versions are
 * @param deepObjects looked at together when they are read
 * @param autoRepair whether what is provable is repaired at once, not only by an order
 */
public record ScrubLimits(
    long sessionMillis,
    long lightMillis,
    long deepMillis,
    int lightObjects,
    int deepObjects,
    boolean autoRepair) {
  public ScrubLimits {
    if (sessionMillis < 0 || lightMillis < 0 || deepMillis < 0) {
      throw new IllegalArgumentException("times between scrubs cannot be negative");
    }
    if (lightObjects < 1 || deepObjects < 1) {
      throw new IllegalArgumentException("scrubs must look at some objects at a time");
    }
  }

  /** Whether a scrub of that kind repairs what is provable. */
  public boolean repairs(ScrubKind kind) {
    return switch (kind) {
      case NONE, PREVIEW -> false;
      case SESSION, REPAIR -> true;
      case LIGHT, DEEP -> autoRepair;
    };
  }

  /** Limits for production. */
  public static ScrubLimits defaults() {
    return new ScrubLimits(
        Duration.ofHours(1).toMillis(),
        Duration.ofDays(1).toMillis(),
        Duration.ofDays(7).toMillis(),
        512,
        32,
        true);
  }
}
