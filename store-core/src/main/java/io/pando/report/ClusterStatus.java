package io.pando.report;

import io.pando.id.PoolId;
import java.util.SortedMap;

/**
 * A summary of the cluster.
 *
 * @param epoch epoch of the map
 * @param osds numbers of OSDs
 * @param data what the cluster stores
 */
public record ClusterStatus(
    String cluster, long epoch, Health health, MonitorStatus monitors, OsdCounts osds, Data data) {
  /**
   * Numbers of OSDs.
   *
   * @param osds OSDs in the map
   */
  public record OsdCounts(int osds, int osdsUp, int osdsIn) {}

  /**
   * What the cluster stores.
   *
   * @param groups number of placement groups by state; a key consists of the names of the states,
   *     joined with +
   * @param usage bytes and objects of each pool, counted once and not per replica
   */
  public record Data(
      SortedMap<String, Integer> groups,
      SortedMap<PoolId, PoolUsage> usage,
      long capacityBytes,
      long usedBytes,
      Copies copies) {}

  /**
   * Copies of objects.
   *
   * @param misplacedCopies misplaced copies: still to be made in the right place, of objects that
   *     have enough copies
   * @param recovery speed of recovery
   */
  public record Copies(
      long degradedCopies, long totalCopies, long misplacedCopies, RecoveryProgress recovery) {}

  /** Objects and bytes of a pool. */
  public record PoolUsage(long objects, long bytes) {}

  /** The same status with another health report. */
  public ClusterStatus withHealth(Health other) {
    return new ClusterStatus(cluster, epoch, other, monitors, osds, data);
  }

  /** Copies of objects. */
  public Copies copies() {
    return data.copies();
  }

  /** Number of placement groups by state. */
  public SortedMap<String, Integer> groups() {
    return data.groups();
  }
}
