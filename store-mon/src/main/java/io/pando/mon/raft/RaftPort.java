package io.pando.mon.raft;

import io.pando.id.NodeId;
import io.pando.mon.raft.LogOpenException.Problem;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** The port at which a monitor listens for the other monitors. */
public final class RaftPort {
  private RaftPort() {}

  /** Throws if the monitor cannot listen there. */
  public static void require(NodeId self, String host, int port) throws LogOpenException {
    try (ServerSocket probe = new ServerSocket()) {
      probe.setReuseAddress(true);
      probe.bind(new InetSocketAddress(host, port));
    } catch (IOException e) {
      throw new LogOpenException(
          Problem.PORT_TAKEN,
          "%s cannot listen on %s:%s (%s): stop what uses the port, or give the monitor another host or raft port"
              .formatted(self, host, port, e.getMessage()),
          e);
    }
  }
}
