package io.pando.cli.config;

import io.pando.id.Address;
import io.pando.id.NodeId;
import java.nio.file.Path;

/**
 * A monitor of the cluster.
 *
 * @param port where clients and daemons reach it
 * @param raftPort where the other monitors reach it
 * @param data its folder
 */
public record MonitorEntry(int id, String host, int port, int raftPort, Path data) {
  /** Its name on the network. */
  public NodeId node() {
    return new NodeId(NodeId.Role.MON, id);
  }

  /** Where clients and daemons reach it, whichever incarnation listens there. */
  public Address address() {
    return new Address(node(), 0, host, port);
  }
}
