package io.pando.bench.study;

import io.pando.bench.study.plan.Figure;
import java.util.EnumMap;
import java.util.Map;

/**
 * The moments between a loss of OSDs and the health of all groups, from successive observations.
 *
 * <p>Groups do not go together: the first may be rebuilt before the last has peered.
 * <i>Checking</i> ends with the first rebuilt object of any group, and its parts are cut there.
 */
final class Milestones {
  private static final long NEVER = Long.MAX_VALUE;

  private final long killedNanos;
  private long downNanos = NEVER;
  private long outNanos = NEVER;
  private long activeNanos = NEVER;
  private long rebuiltNanos = NEVER;
  private long cleanNanos = NEVER;
  private long rebuiltBefore;

  /** The moments after a kill. */
  Milestones(long killedNanos) {
    this.killedNanos = killedNanos;
  }

  /**
   * What is seen at a moment.
   *
   * @param map whether the map has the lost OSDs down and out
   * @param groups whether all groups are active and clean, by the newest map
   * @param rebuilt copies or fragments that the OSDs have rebuilt since they started
   */
  record Observation(long nanos, InMap map, Groups groups, long rebuilt) {}

  /**
   * The lost OSDs in the map.
   *
   * @param down whether all are down
   * @param anyOut whether at least one is out
   * @param out whether all are out
   */
  record InMap(boolean down, boolean anyOut, boolean out) {}

  /** All groups by the newest map. */
  record Groups(boolean active, boolean clean) {}

  /** Takes an observation, later than those before. */
  void observe(Observation seen) {
    if (seen.map.down && downNanos == NEVER) {
      downNanos = seen.nanos;
    }
    if (seen.map.out && outNanos == NEVER) {
      outNanos = seen.nanos;
    }
    if (!seen.map.anyOut) {
      // Nothing of what is rebuilt so far replaces what the lost OSDs had.
      rebuiltBefore = seen.rebuilt;
    } else if (seen.rebuilt > rebuiltBefore && rebuiltNanos == NEVER) {
      rebuiltNanos = seen.nanos;
    }
    if (outNanos != NEVER && seen.groups.active && activeNanos == NEVER) {
      activeNanos = seen.nanos;
    }
    if (outNanos != NEVER && seen.groups.clean && cleanNanos == NEVER) {
      cleanNanos = seen.nanos;
    }
  }

  /** Whether all groups are clean without the lost OSDs. */
  boolean isOver() {
    return cleanNanos != NEVER;
  }

  /** Whether an object was rebuilt. */
  boolean hasRebuilt() {
    return rebuiltNanos != NEVER;
  }

  /** The first rebuilt object, or the end if there is none; from {@link #isOver} on. */
  long firstRebuiltNanos() {
    return Math.min(rebuiltNanos, cleanNanos);
  }

  long cleanNanos() {
    return cleanNanos;
  }

  /** The parts of the time, in seconds; from {@link #isOver} on. */
  Map<Figure, Double> figures() {
    long first = firstRebuiltNanos();
    long down = Math.min(downNanos, first);
    long out = Math.clamp(outNanos, down, first);
    long active = Math.clamp(activeNanos, out, first);
    Map<Figure, Double> figures = new EnumMap<>(Figure.class);
    figures.put(Figure.NOTICING_SECONDS, seconds(killedNanos, down));
    figures.put(Figure.WAITING_SECONDS, seconds(down, out));
    figures.put(Figure.PEERING_SECONDS, seconds(out, active));
    figures.put(Figure.LISTING_SECONDS, seconds(active, first));
    figures.put(Figure.CHECKING_SECONDS, seconds(killedNanos, first));
    figures.put(Figure.REBUILDING_SECONDS, seconds(first, cleanNanos));
    return figures;
  }

  private static double seconds(long from, long to) {
    return (to - from) / 1e9;
  }
}
