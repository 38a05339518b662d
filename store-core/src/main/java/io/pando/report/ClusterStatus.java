package io.pando.report;

import io.pando.id.PoolId;
import java.util.SortedMap;

/**
 * A summary of the cluster.
 *
 * @param epoch epoch of the map
 * @param groups number of placement groups by state; a key consists of the names of the states,
 *     joined with +
 * @param misplacedCopies misplaced copies: still to be made in the right place, of objects that
 *     have enough copies
 * @param recovery speed of recovery
 * @param usage bytes and objects of each pool, counted once and not per replica
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
  /** Objects and bytes of a pool. */
  public record PoolUsage(long objects, long bytes) {}
}
