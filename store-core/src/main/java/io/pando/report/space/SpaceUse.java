package io.pando.report.space;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.erasure.PoolCode;
import io.pando.cluster.fullness.FullRatios;
import io.pando.id.OsdId;
import io.pando.id.PoolId;
import io.pando.report.OsdStats;
import io.pando.report.group.GroupStats;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Space of the cluster and of its pools, computed from the map and from statistics.
 *
 * @param capacityBytes capacity of all OSDs
 * @param usedBytes used bytes of all OSDs
 * @param pools space of the pools in use
 */
public record SpaceUse(long capacityBytes, long usedBytes, SortedMap<PoolId, PoolSpace> pools) {
  /**
   * Space of a pool. Compression is not taken into account.
   *
   * @param storedBytes bytes of its objects, each counted once
   * @param usedBytes bytes of all copies or fragments of its objects
   * @param maxAvailableBytes bytes of objects that it can store in addition, until the first OSD of
   *     its CRUSH rule is full
   * @param spaceFactor bytes that it takes for each byte of an object ({@link
   *     PoolInfo#spaceFactor})
   */
  public record PoolSpace(
      long objects, long storedBytes, long usedBytes, long maxAvailableBytes, double spaceFactor) {
    /** Used share of what the pool could use, from 0 to 1. */
    public double usedShare() {
      double all = usedBytes + maxAvailableBytes * spaceFactor;
      return all == 0 ? 0 : usedBytes / all;
    }
  }

  public SpaceUse {
    pools = Collections.unmodifiableSortedMap(new TreeMap<>(pools));
  }

  /** The space by the map, and by the last statistics of OSDs and groups. */
  public static SpaceUse of(ClusterMap map, List<OsdStats> osds, List<GroupStats> groups) {
    SortedMap<OsdId, OsdStats> stats = new TreeMap<>();
    osds.forEach(osd -> stats.put(osd.osd(), osd));
    SortedMap<PoolId, PoolSpace> pools = new TreeMap<>();
    for (PoolInfo pool : map.livePools()) {
      long raw = rawAvailable(map, RuleShares.of(map, pool.rule()), stats);
      double factor = pool.spaceFactor();
      pools.put(pool.id(), new PoolSpace(0, 0, 0, (long) (raw / factor), factor));
    }
    for (GroupStats group : groups) {
      pools.computeIfPresent(
          group.group().pool(),
          (_, sum) ->
              new PoolSpace(
                  sum.objects() + group.contents().objects(),
                  sum.storedBytes() + group.contents().bytes(),
                  sum.usedBytes() + usedBytes(map, group),
                  sum.maxAvailableBytes(),
                  sum.spaceFactor()));
    }
    return new SpaceUse(
        osds.stream().mapToLong(OsdStats::capacityBytes).sum(),
        osds.stream().mapToLong(OsdStats::usedBytes).sum(),
        pools);
  }

  /** Bytes of the copies or fragments that the group's members have. */
  private static long usedBytes(ClusterMap map, GroupStats group) {
    PoolInfo pool = map.pools().get(group.group().pool());
    PoolCode code = pool == null ? null : pool.code();
    long bytes = group.contents().bytes() * group.acting().count();
    return code == null ? bytes : bytes / code.parameters().k();
  }

  /** Bytes of copies that a rule can place until the first of its OSDs is full. */
  private static long rawAvailable(
      ClusterMap map, RuleShares rule, SortedMap<OsdId, OsdStats> stats) {
    double least = Double.MAX_VALUE;
    for (var entry : rule.shares().entrySet()) {
      OsdStats osd = stats.get(entry.getKey());
      if (osd != null && osd.capacityBytes() > 0) {
        long limit = osd.capacityBytes() / FullRatios.ONE * map.fullness().ratios().full();
        least = Math.min(least, Math.max(0, limit - osd.usedBytes()) / entry.getValue());
      }
    }
    return least == Double.MAX_VALUE ? 0 : (long) least;
  }

  /** Bytes that are free on all OSDs together. */
  public long availableBytes() {
    return Math.max(0, capacityBytes - usedBytes);
  }

  /** Used share of the capacity, from 0 to 1. */
  public double usedShare() {
    return capacityBytes == 0 ? 0 : (double) usedBytes / capacityBytes;
  }
}
