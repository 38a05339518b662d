package io.pando.cluster;

import io.pando.id.NodeId;

/**
 * A monitor in the cluster map.
 *
 * @param host and {@code port}: address for clients and OSDs
 * @param raftPort port for the other monitors
 */
public record MonitorInfo(NodeId node, String host, int port, int raftPort) {}
