package io.pando.mon.state;

import io.pando.id.NodeId;

/**
 * Requester and number of a change request.
 *
 * @param nonce incarnation of the requester
 * @param number of the request, unique within this incarnation
 * @param oldest smallest number of a request of which the requester still wants an answer
 */
public record RequestOrigin(NodeId requester, long nonce, long number, long oldest) {
  @Override
  public String toString() {
    return "request " + number + " of " + requester;
  }
}
