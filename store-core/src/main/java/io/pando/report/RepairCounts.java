package io.pando.report;

import io.pando.collect.Utf8Order;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What primaries did to find out what replicas have otherwise. What was brought to replicas then is
 * among {@link OsdPerformance.Served#recoveredObjects recovered objects}.
 *
 * @param ways how many replicas came back, by the way by which it was found out what they lack
 * @param sessions repair sessions of clean groups that were begun
 * @param rounds questions that were asked, with their answers
 * @param bytes of digests, versions and names that were sent to compare, roughly
 * @param digests that were compared
 * @param listed objects that were told with their versions
 * @param differing objects of these, and of those that were not there
 */
public record RepairCounts(
    SortedMap<String, Long> ways,
    long sessions,
    long rounds,
    long bytes,
    long digests,
    long listed,
    long differing) {
  public static final RepairCounts NONE =
      new RepairCounts(Collections.emptySortedMap(), 0, 0, 0, 0, 0, 0);

  public RepairCounts {
    SortedMap<String, Long> copy = new TreeMap<>(Utf8Order.INSTANCE);
    copy.putAll(ways);
    ways = Collections.unmodifiableSortedMap(copy);
  }

  /** A replica comes back. */
  public static RepairCounts way(String way) {
    SortedMap<String, Long> ways = new TreeMap<>(Utf8Order.INSTANCE);
    ways.put(way, 1L);
    return new RepairCounts(ways, 0, 0, 0, 0, 0, 0);
  }

  /** A session is begun. */
  public static RepairCounts session() {
    return new RepairCounts(Collections.emptySortedMap(), 1, 0, 0, 0, 0, 0);
  }

  /** Something was asked or told. */
  public static RepairCounts compared(long rounds, long bytes, long digests, long listed) {
    return new RepairCounts(Collections.emptySortedMap(), 0, rounds, bytes, digests, listed, 0);
  }

  /** Objects differ. */
  public static RepairCounts differing(long objects) {
    return new RepairCounts(Collections.emptySortedMap(), 0, 0, 0, 0, 0, objects);
  }

  /** Both together. */
  public RepairCounts plus(RepairCounts other) {
    return combined(other, 1);
  }

  /** What came since an earlier count. */
  public RepairCounts since(RepairCounts before) {
    return combined(before, -1);
  }

  private RepairCounts combined(RepairCounts other, int sign) {
    SortedMap<String, Long> all = new TreeMap<>(ways);
    other.ways.forEach((way, count) -> all.merge(way, sign * count, Long::sum));
    return new RepairCounts(
        all,
        sessions + sign * other.sessions,
        rounds + sign * other.rounds,
        bytes + sign * other.bytes,
        digests + sign * other.digests,
        listed + sign * other.listed,
        differing + sign * other.differing);
  }
}
