package io.pando.osd.shard;

import io.pando.port.ObjectStore;
import io.pando.report.group.GroupStats;
import java.util.List;

/**
 * Status report of a shard to its daemon.
 *
 * @param led groups that this OSD is the primary of
 * @param groups number of placement groups that the shard holds
 * @param slowOps client operations that have waited for longer than 30 s
 * @param calm whether the shard has had no work for a while
 * @param fullness fullness of the store in thousandths; 1000 if it has no room for client writes
 */
public record ShardReport(
    List<GroupStats> led,
    int groups,
    int slowOps,
    boolean calm,
    ObjectStore.Usage usage,
    int fullness) {}
