package io.pando.mon;

import io.pando.cluster.ClusterMap;
import io.pando.report.GroupStats;
import io.pando.report.MonitorStatus;
import io.pando.report.OsdStats;
import java.util.List;

/**
 * What one monitor knows of the cluster at a moment.
 *
 * @param agreed whether the monitors could agree that {@code map} is the newest
 * @param groups every group of the map, in order
 */
public record Picture(
    ClusterMap map,
    MonitorStatus monitors,
    boolean agreed,
    List<OsdStats> osds,
    List<GroupStats> groups) {}
