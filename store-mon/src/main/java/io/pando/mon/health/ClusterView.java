package io.pando.mon.health;

import io.pando.cluster.ClusterMap;
import io.pando.id.OsdId;
import io.pando.port.ReplicatedLog;
import io.pando.report.MonitorStatus;
import io.pando.report.OsdStats;
import io.pando.report.group.GroupStats;
import java.util.List;
import java.util.SortedMap;

/**
 * One monitor's view of the cluster at a moment.
 *
 * @param quorum the monitors
 * @param daemons what OSDs and metadata servers say of themselves
 * @param groups every group of the map, in order
 * @param heldDown flapping OSDs that must wait before they come up again, with the end of the wait
 *     in milliseconds since 1970 UTC
 * @param recovery rate at which OSDs made copies lately
 */
public record ClusterView(
    ClusterMap map,
    Quorum quorum,
    Daemons daemons,
    List<GroupStats> groups,
    SortedMap<OsdId, Long> heldDown,
    RecoveryRates.Rate recovery) {
  /**
   * The monitors.
   *
   * @param agreed whether the monitors could agree that the map is the newest
   * @param disk the monitor's own disk
   */
  public record Quorum(MonitorStatus monitors, boolean agreed, ReplicatedLog.Disk disk) {}

  /** What daemons say of themselves, in order. */
  public record Daemons(List<OsdStats> osds, List<MdsStats> mds) {}

  /** What OSDs say of themselves. */
  public List<OsdStats> osds() {
    return daemons.osds();
  }
}
