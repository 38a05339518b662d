package io.pando.client.engine;

import io.pando.id.Address;
import io.pando.id.NodeId;

/** Parses addresses of monitors. */
public final class MonitorAddress {
  private static final String EXPECTED =
      ": expected [mon.N@]HOST[:PORT], such as 10.0.0.1:6789 or mon.0@[::1]:6789";

  private MonitorAddress() {}

  /**
   * Parses an address.
   *
   * @param number the monitor's number unless the text has one
   * @param defaultPort the port unless the text has one
   */
  public static Address parse(String text, int number, int defaultPort) {
    String rest = text.strip();
    long monitor = number;
    int at = rest.indexOf('@');
    if (at >= 0) {
      String name = rest.substring(0, at);
      if (!name.startsWith("mon.")) {
        throw new IllegalArgumentException("not a monitor's address: " + text + EXPECTED);
      }
      monitor = number(name.substring("mon.".length()), text);
      rest = rest.substring(at + 1);
    }
    int colon = portSeparator(rest, text);
    String host = colon < 0 ? rest : rest.substring(0, colon);
    long port = colon < 0 ? defaultPort : number(rest.substring(colon + 1), text);
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    }
    if (host.isEmpty() || port < 1 || port > 65_535) {
      throw new IllegalArgumentException("not a monitor's address: " + text + EXPECTED);
    }
    return new Address(new NodeId(NodeId.Role.MON, monitor), 0, host, (int) port);
  }

  private static int portSeparator(String rest, String text) {
    int bracket = rest.lastIndexOf(']');
    int colon = rest.lastIndexOf(':');
    if (bracket >= 0 && colon < bracket) {
      return -1;
    }
    if (bracket < 0 && colon != rest.indexOf(':')) {
      throw new IllegalArgumentException("not a monitor's address: " + text + EXPECTED);
    }
    return colon;
  }

  private static long number(String digits, String text) {
    try {
      return Integer.parseUnsignedInt(digits);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("not a monitor's address: " + text + EXPECTED, e);
    }
  }
}
