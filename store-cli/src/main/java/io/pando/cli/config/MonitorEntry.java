package io.pando.cli.config;

import io.pando.id.Address;
import io.pando.id.NodeId;
import java.nio.file.Path;

/**
 * A monitor in the configuration.
 *
 * @param port port for clients and daemons
 * @param raftPort port for the other monitors
 * @param data data folder
 */
public record MonitorEntry(int id, String host, int port, int raftPort, Path data) {
  /** Its node name. */
  public NodeId node() {
    return new NodeId(NodeId.Role.MON, id);
  }

  /** Its address for clients and daemons, without an incarnation. */
  public Address address() {
    return new Address(node(), 0, host, port);
  }
}
