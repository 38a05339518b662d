package io.pando.id;

import java.util.regex.Pattern;

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
  /** Four numbers as they are usually written; other forms of the same address count as names. */
  private static final Pattern IPV4 =
      Pattern.compile("(0|[1-9][0-9]{0,2})(\\.(0|[1-9][0-9]{0,2})){3}");

  public Address {
    if (port <= 0 || port > 65_535) {
      throw new IllegalArgumentException("port of " + node + " must be 1 to 65535: " + port);
    }
  }

  /**
   * Whether a connection from a host may be one of the daemon that listens here. Only IPv4 literals
   * are compared: names and IPv6 addresses have several forms, so they are let through.
   *
   * @param from literal IP address; empty if it is unknown
   */
  public boolean mayDialFrom(String from) {
    return from.equals(host) || !isIpv4(from) || !isIpv4(host) || host.equals("0.0.0.0");
  }

  private static boolean isIpv4(String text) {
    return IPV4.matcher(text).matches();
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
