package io.pando.client.engine;

import io.pando.port.Network;

/**
 * A client's node on a network.
 *
 * @param owned whether the network was opened for this client and is closed with it
 */
public record ClientNode(Network network, Network.Node node, boolean owned) {
  /** Removes the node, and closes the network if it is owned. */
  public void release() {
    node.close();
    if (owned) {
      network.close();
    }
  }
}
