package io.pando.osd.pg.replica;

import io.pando.group.ScrubKind;
import java.time.Duration;

/**
 * Intervals and sizes of the scrubs of a group.
 *
 * @param sessionMillis time between repair sessions, which compare hash trees; 0 for never
 * @param lightMillis time between light scrubs, which compare versions; 0 for never
 * @param deepMillis time between deep scrubs, which read all content; 0 for never
 * @param lightObjects objects compared together in a light scrub
 * @param deepObjects objects read together in a deep scrub
 * @param autoRepair whether provably bad copies are repaired at once, not only when an operator
 *     orders a repair
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
      throw new IllegalArgumentException("intervals of scrubs must not be negative");
    }
    if (lightObjects < 1 || deepObjects < 1) {
      throw new IllegalArgumentException("the objects per part of a scrub must be at least 1");
    }
  }

  /** Whether a scrub of this kind repairs provably bad copies. */
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
