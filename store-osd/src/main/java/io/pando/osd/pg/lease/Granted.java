package io.pando.osd.pg.lease;

import io.pando.id.OsdId;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What an OSD had promised at a moment: until when, by its own clock, each other may hold a lease
 * from it. Immutable.
 *
 * @param unknownUntilNanos until when anybody may, by promises of a life before
 * @param untilNanos by promises of this one
 */
public record Granted(long unknownUntilNanos, SortedMap<OsdId, Long> untilNanos) {
  /** Nothing promised by anybody ever. */
  public static final Granted NOTHING =
      new Granted(Long.MIN_VALUE, Collections.unmodifiableSortedMap(new TreeMap<>()));

  /** Until when this one may hold a lease. */
  public long until(OsdId holder) {
    return Math.max(unknownUntilNanos, untilNanos.getOrDefault(holder, Long.MIN_VALUE));
  }
}
