package io.pando.cli.command.run;

import io.pando.cli.command.UserError;
import io.pando.cli.config.ClusterConfig;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.SortedSet;
import java.util.function.Predicate;

/** Which host of a configuration this machine is. */
final class ThisHost {
  private ThisHost() {}

  /** The host whose address a network interface of this machine has. */
  static String of(ClusterConfig config) {
    return of(config, ThisHost::isHere);
  }

  /** The only host for which the condition holds. */
  static String of(ClusterConfig config, Predicate<String> isHere) {
    SortedSet<String> hosts = config.hosts();
    List<String> here = hosts.stream().filter(isHere).toList();
    if (here.size() == 1) {
      return here.getFirst();
    }
    throw UserError.failed(
        here.isEmpty()
            ? "no host of %s is this machine (%s): name the host with --host HOST"
                .formatted(config.file(), String.join(", ", hosts))
            : "%s of %s are this machine: name one of them with --host HOST"
                .formatted(String.join(" and ", here), config.file()));
  }

  private static boolean isHere(String host) {
    try {
      return NetworkInterface.getByInetAddress(InetAddress.getByName(host)) != null;
    } catch (UnknownHostException | SocketException unknown) {
      return false;
    }
  }
}
