package io.pando.report;

import io.pando.collect.Utf8Order;
import io.pando.report.group.ReturnReport;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Work of primaries to find out how replicas differ. Objects that were then copied to replicas
 * count as {@link OsdPerformance.Recovery#recoveredObjects recovered objects}.
 *
 * @param ways number of replicas that came back, by the method that found out what they lack
 * @param sessions number of repair sessions of clean groups that were started
 * @param cost cost of the comparisons
 * @param differing number of listed or missing objects that differed
 */
public record RepairCounts(
    SortedMap<String, Long> ways, long sessions, ReturnReport.Cost cost, long differing) {
  public static final RepairCounts NONE = of(0, ReturnReport.Cost.NOTHING, 0);

  public RepairCounts {
    SortedMap<String, Long> copy = new TreeMap<>(Utf8Order.INSTANCE);
    copy.putAll(ways);
    ways = Collections.unmodifiableSortedMap(copy);
  }

  /** Counts a replica that came back, by the method {@code way}. */
  public static RepairCounts way(String way) {
    SortedMap<String, Long> ways = new TreeMap<>(Utf8Order.INSTANCE);
    ways.put(way, 1L);
    return new RepairCounts(ways, 0, ReturnReport.Cost.NOTHING, 0);
  }

  private static RepairCounts of(long sessions, ReturnReport.Cost cost, long differing) {
    return new RepairCounts(Collections.emptySortedMap(), sessions, cost, differing);
  }

  /** Counts the start of a repair session. */
  public static RepairCounts session() {
    return of(1, ReturnReport.Cost.NOTHING, 0);
  }

  /** Counts questions and answers of a comparison. */
  public static RepairCounts compared(long rounds, long bytes, long digests, long listed) {
    return of(0, new ReturnReport.Cost(rounds, bytes, digests, listed), 0);
  }

  /** Counts objects that differ. */
  public static RepairCounts differing(long objects) {
    return of(0, ReturnReport.Cost.NOTHING, objects);
  }

  /** The sum of both. */
  public RepairCounts plus(RepairCounts other) {
    return combined(other, 1);
  }

  /** The difference to an earlier count. */
  public RepairCounts since(RepairCounts before) {
    return combined(before, -1);
  }

  private RepairCounts combined(RepairCounts other, int sign) {
    SortedMap<String, Long> all = new TreeMap<>(ways);
    other.ways.forEach((way, count) -> all.merge(way, sign * count, Long::sum));
    return new RepairCounts(
        all,
        sessions + sign * other.sessions,
        cost.combined(other.cost, sign),
        differing + sign * other.differing);
  }
}
