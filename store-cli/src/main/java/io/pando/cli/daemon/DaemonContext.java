package io.pando.cli.daemon;

import io.pando.cli.config.ClusterConfig;
import io.pando.cli.config.MonitorEntry;
import io.pando.cli.metrics.DaemonMetrics;
import io.pando.cli.socket.DaemonSocket;
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
import org.jspecify.annotations.Nullable;

/**
 * The parts that all daemons of one process share.
 *
 * @param log for messages to operators
 * @param alone whether the process runs one daemon only
 * @param heapDisks disks of the OSDs' stores; null if the stores are on disks of the machine
 */
public record DaemonContext(
    ClusterConfig config,
    Network network,
    DaemonLog log,
    boolean alone,
    @Nullable HeapDisks heapDisks) {
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
    return attach(node, nonce(), loops, listen);
  }

  /** Attaches a daemon in an incarnation whose number is chosen. */
  Network.Node attach(NodeId node, long nonce, List<EventLoop> loops, Network.Listen listen)
      throws DaemonException {
    try {
      return network.attach(new Network.Self(config.cluster(), node, nonce), loops, listen);
    } catch (IOException failure) {
      String why =
          isTaken(failure)
              ? "port %s on %s is in use; stop what listens there, or change 'port' of %s in %s"
                  .formatted(listen.port(), listen.host(), node, config.file())
              : String.valueOf(failure.getMessage());
      throw new DaemonException(node + " cannot start: " + why, failure);
    }
  }

  /** Opens the registry of a daemon that listens on {@code host}. */
  DaemonMetrics metrics(NodeId daemon, String host) throws DaemonException {
    try {
      return DaemonMetrics.open(config.cluster(), daemon, host, config.settings().metrics());
    } catch (IOException failure) {
      throw new DaemonException(daemon + " cannot start: " + failure.getMessage(), failure);
    }
  }

  /** Opens the socket of a daemon; without it the daemon runs as well, and the log says so. */
  @Nullable DaemonSocket socket(NodeId daemon, DaemonQuestions questions) {
    try {
      return DaemonSocket.open(config, daemon.toString(), questions.all());
    } catch (IOException failure) {
      log.note(daemon.toString(), "does not answer 'pando daemon': " + failure);
      return null;
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
