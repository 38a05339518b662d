package io.pando.client;

import io.pando.port.Network;

/**
 * A client's place on the network.
 *
 * @param owned whether the network was opened for this client and ends with it
 */
record Attachment(Network network, Network.Node node, boolean owned) {
  /** Leaves it. */
  void release() {
    node.close();
    if (owned) {
      network.close();
    }
  }
}
