package io.pando.report;

import io.pando.id.NodeId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of the monitors, as one of them sees it.
 *
 * @param answering monitor that reports this state
 * @param leader leader; null while there is none
 * @param term term of the Raft election
 * @param quorum monitors in contact with the leader, in order
 * @param all all monitors of the cluster, in order
 */
public record MonitorStatus(
    NodeId answering, @Nullable NodeId leader, long term, List<NodeId> quorum, List<NodeId> all) {}
