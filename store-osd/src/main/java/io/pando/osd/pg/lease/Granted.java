package io.pando.osd.pg.lease;

import io.pando.id.OsdId;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The promises of an OSD at one moment: until when, by its own clock, each other OSD may hold a
 * lease from it. Immutable.
 *
 * @param unknownUntilNanos until when any OSD may hold one, by promises of an earlier incarnation
 * @param untilNanos end of the leases by promises of this incarnation
 */
public record Granted(long unknownUntilNanos, SortedMap<OsdId, Long> untilNanos) {
  /** No promise was ever made. */
  public static final Granted NOTHING =
      new Granted(Long.MIN_VALUE, Collections.unmodifiableSortedMap(new TreeMap<>()));

  /** Until when this OSD may hold a lease. */
  public long until(OsdId holder) {
    return Math.max(unknownUntilNanos, untilNanos.getOrDefault(holder, Long.MIN_VALUE));
  }
}
