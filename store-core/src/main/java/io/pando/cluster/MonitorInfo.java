package io.pando.cluster;

import io.pando.id.NodeId;

/**
 * A monitor in the cluster map.
 *
 * @param host and {@code port}: address for clients and OSDs
 * @param raftPort port for the other monitors
 * @param life epoch of the map with which the monitor began with an empty folder at this address; 0
 *     for the monitors with which the cluster began. Two lives of a monitor are two members of the
 *     monitors' log: the later one does not have what the earlier one stored and voted for
 * @param quorum epoch of the map with which the monitors' log began; 0 for the log with which the
 *     cluster began, later after {@code mon rescue}. The same for all monitors
 */
public record MonitorInfo(
    NodeId node, String host, int port, int raftPort, long life, long quorum) {
  /** A monitor with which a cluster begins. */
  public MonitorInfo(NodeId node, String host, int port, int raftPort) {
    this(node, host, port, raftPort, 0, 0);
  }
}
