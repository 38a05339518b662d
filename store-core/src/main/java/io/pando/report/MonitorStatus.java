package io.pando.report;

import io.pando.id.NodeId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The monitors, as one of them sees it.
 *
 * @param answering who says so
 * @param leader null while there is none
 * @param term of the Raft election
 * @param quorum monitors the leader hears, in order
 * @param all monitors of the cluster, in order
 */
public record MonitorStatus(
    NodeId answering, @Nullable NodeId leader, long term, List<NodeId> quorum, List<NodeId> all) {}
