package io.pando.group;

import io.pando.id.OsdId;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * For how long former primaries of a group may still answer clients, as far as one of its replicas
 * knows: durations from when it was told.
 *
 * @param byHolderNanos of those that are known
 * @param anybodyNanos of any other: what was known before a restart is forgotten; 0 if nothing was
 */
public record LeasesLeft(SortedMap<OsdId, Long> byHolderNanos, long anybodyNanos) {
  /** Nobody may any more. */
  public static final LeasesLeft NONE =
      new LeasesLeft(Collections.unmodifiableSortedMap(new TreeMap<>()), 0);
}
