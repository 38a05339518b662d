package io.pando.report;

import io.pando.id.PoolId;
import java.util.SortedMap;

/**
 * The cluster at a glance.
 *
 * @param epoch of the map
 * @param groups how many placement groups are in each state, by the states' words joined with +
 * @param misplacedCopies to be made elsewhere, beside enough others
 * @param recovery how fast copies are made again
 * @param usage bytes and objects of each pool, once (not times its replicas)
 */
public record ClusterStatus(
    String cluster,
    long epoch,
    Health health,
    MonitorStatus monitors,
    int osds,
    int osdsUp,
    int osdsIn,
    SortedMap<String, Integer> groups,
    SortedMap<PoolId, PoolUsage> usage,
    long capacityBytes,
    long usedBytes,
    long degradedCopies,
    long totalCopies,
    long misplacedCopies,
    RecoveryProgress recovery) {
  /** What a pool holds. */
  public record PoolUsage(long objects, long bytes) {}
}
