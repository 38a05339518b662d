package io.pando.cli.daemon;

import io.pando.cli.config.ClusterConfig;
import io.pando.cli.config.MonitorEntry;
import io.pando.id.Address;
import io.pando.id.NodeId;
import io.pando.port.EventLoop;
import io.pando.port.Network;
import io.pando.random.Random64;
import java.io.IOException;
import java.net.BindException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The parts that all daemons of one process share.
 *
 * @param log for messages to operators
 * @param alone whether the process runs one daemon only
 */
public record DaemonContext(ClusterConfig config, Network network, DaemonLog log, boolean alone) {
  private static final SecureRandom SEEDS = new SecureRandom();

  /** Event loops for a daemon: consecutive ones, beginning with that of its number. */
  List<EventLoop> loops(int daemon, int count) {
    List<? extends EventLoop> all = network.loops();
    List<EventLoop> chosen = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      chosen.add(all.get((daemon * count + i) % all.size()));
    }
    return chosen;
  }

  /** Attaches a daemon to the network at its configured address. */
  Network.Node attach(NodeId node, List<EventLoop> loops, Network.Listen listen)
      throws DaemonException {
    try {
      return network.attach(new Network.Self(config.cluster(), node, nonce()), loops, listen);
    } catch (IOException failure) {
      String why =
          isTaken(failure)
              ? "port %s on %s is in use; stop what listens there, or change 'port' of %s in %s"
                  .formatted(listen.port(), listen.host(), node, config.file())
              : String.valueOf(failure.getMessage());
      throw new DaemonException(node + " cannot start: " + why, failure);
    }
  }

  private static boolean isTaken(IOException failure) {
    String message = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
    return message.contains("in use") || failure.getCause() instanceof BindException;
  }

  /** Addresses of the monitors. */
  List<Address> monitors() {
    return config.monitors().stream().map(MonitorEntry::address).toList();
  }

  /** A number that differs for each incarnation of a daemon; never 0. */
  static long nonce() {
    long nonce = SEEDS.nextLong();
    return nonce == 0 ? 1 : nonce;
  }

  static Random64 random() {
    return new Random64(SEEDS.nextLong());
  }
}
