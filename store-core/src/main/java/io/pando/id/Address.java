package io.pando.id;

import java.util.regex.Pattern;

/**
 * The address of one incarnation of a daemon. The nonce differs at every start, so a message for a
 * dead incarnation never reaches its successor (paper 003, appendix A).
 *
 * @param nonce nonce of the incarnation; 0 means any incarnation that listens there, as used for
 *     monitors
 * @param host a literal IP address or a resolvable name
 * @param port 1 to 65535
 */
public record Address(NodeId node, long nonce, String host, int port) {
  /** An IPv4 address in dotted decimal form; other forms of an address are treated as names. */
  private static final Pattern IPV4 =
      Pattern.compile("(0|[1-9][0-9]{0,2})(\\.(0|[1-9][0-9]{0,2})){3}");

  public Address {
    if (port <= 0 || port > 65_535) {
      throw new IllegalArgumentException("port of " + node + " must be 1 to 65535: " + port);
    }
  }

  /**
   * Whether a connection from a host may come from the daemon that listens here. Only IPv4 literals
   * are compared. Names and IPv6 addresses have several forms, so they are accepted; so is any host
   * for an address 0.0.0.0.
   *
   * @param from literal IP address of the connection's origin; empty if unknown
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
