package io.pando.client.mount;

import io.pando.port.EventLoop;
import io.pando.port.Network;
import java.util.concurrent.CompletableFuture;

/** Puts the nodes of a {@link FileEngine} on a network: one for each of its sessions. */
public interface FileNodes {
  /**
   * Attaches a node whose one endpoint belongs to a loop. Fails if the network is closed.
   *
   * @param session number of the session, and of the node
   */
  CompletableFuture<Network.Node> attach(EventLoop loop, long session);

  /** Detaches a node; may do it later. */
  void release(Network.Node node);
}
