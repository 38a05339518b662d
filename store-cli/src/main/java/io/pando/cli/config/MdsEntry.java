package io.pando.cli.config;

import io.pando.id.NodeId;

/**
 * A metadata server in the configuration. It has no folder: its state is in objects.
 *
 * @param host host on which it listens
 * @param port port on which it listens; 0 takes a free one at each start
 * @param prefers name of the file system whose ranks it takes first; empty for any
 */
public record MdsEntry(int id, String host, int port, String prefers) {
  /** Its node name. */
  public NodeId node() {
    return new NodeId(NodeId.Role.MDS, id);
  }
}
