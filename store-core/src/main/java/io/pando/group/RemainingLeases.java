package io.pando.group;

import io.pando.id.OsdId;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Remaining leases of a group's former primaries, as far as one of its replicas knows. Durations
 * count from the time of sending.
 *
 * @param byHolderNanos remaining lease in nanoseconds of each former primary that is known
 * @param anybodyNanos remaining lease in nanoseconds of any other OSD, since holders known before a
 *     restart are forgotten; 0 if there is none
 */
public record RemainingLeases(SortedMap<OsdId, Long> byHolderNanos, long anybodyNanos) {
  /** No lease is left. */
  public static final RemainingLeases NONE =
      new RemainingLeases(Collections.unmodifiableSortedMap(new TreeMap<>()), 0);
}
