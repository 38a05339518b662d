package io.pando.mon.health;

import io.pando.cluster.ClusterMap;
import io.pando.id.OsdId;
import io.pando.port.ReplicatedLog;
import io.pando.report.GroupStats;
import io.pando.report.MonitorStatus;
import io.pando.report.OsdStats;
import java.util.List;
import java.util.SortedMap;

/**
 * What one monitor knows of the cluster at a moment.
 *
 * @param agreed whether the monitors could agree that {@code map} is the newest
 * @param groups every group of the map, in order
 * @param heldDown OSDs that come and go and must wait before they come up again: until when, as
 *     milliseconds since 1970 UTC
 * @param disk of the monitor itself
 * @param recovery copies that OSDs made lately
 */
public record Picture(
    ClusterMap map,
    MonitorStatus monitors,
    boolean agreed,
    List<OsdStats> osds,
    List<GroupStats> groups,
    SortedMap<OsdId, Long> heldDown,
    ReplicatedLog.Disk disk,
    RecoveryRates.Rate recovery) {}
