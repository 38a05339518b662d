package io.pando.cluster;

import io.pando.id.NodeId;

/**
 * A monitor in the cluster map.
 *
 * @param host and {@code port}: where clients and OSDs reach it
 * @param raftPort where its peers reach it
 */
public record MonitorInfo(NodeId node, String host, int port, int raftPort) {}
