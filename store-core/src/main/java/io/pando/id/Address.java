package io.pando.id;

/**
 * Where one incarnation of a daemon listens. The nonce differs at every start, so a message for a
 * dead incarnation never reaches its successor (paper 003, appendix A).
 *
 * @param nonce of the incarnation; 0 means whichever one listens there, which is how monitors are
 *     reached
 * @param host a literal IP address or a resolvable name
 * @param port 1 to 65535
 */
public record Address(NodeId node, long nonce, String host, int port) {
  public Address {
    if (port <= 0 || port > 65_535) {
      throw new IllegalArgumentException("port of " + node + " must be 1 to 65535: " + port);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Address that
        && nonce == that.nonce
        && port == that.port
        && node.equals(that.node)
        && host.equals(that.host);
  }

  @Override
  public int hashCode() {
    return 31 * node.hashCode() + Long.hashCode(nonce);
  }

  @Override
  public String toString() {
    return node + "@" + host + ":" + port + "/" + Long.toHexString(nonce);
  }
}
