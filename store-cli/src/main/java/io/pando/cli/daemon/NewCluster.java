package io.pando.cli.daemon;

import io.pando.cli.config.ConfigText;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** Creates the configuration of a new cluster on this machine. */
public final class NewCluster {
  /** Name of the configuration in the cluster's folder. */
  public static final String FILE = "pando.yaml";

  /** Default first port of the monitors of a cluster. */
  public static final int USUAL_PORT = 6789;

  private static final int LOW_PORT = 20_000;
  private static final int HIGH_PORT = 32_000;
  private static final int MAX_TRIES = 5_000;

  private NewCluster() {}

  /**
   * Writes the configuration of a new cluster.
   *
   * @param firstPort port from which on the monitors get free ports; 0 for any ports
   */
  public static Path write(Path folder, int monitors, int osds, int firstPort)
      throws IOException, DaemonException {
    return write(folder, monitors, new ConfigText.Osds(osds, 1, null), 0, firstPort);
  }

  /** Writes the configuration of a new cluster with given places of its OSDs. */
  public static Path write(Path folder, int monitors, ConfigText.Osds osds, int firstPort)
      throws IOException, DaemonException {
    return write(folder, monitors, osds, 0, firstPort);
  }

  /** Writes the configuration of a new cluster with metadata servers. */
  public static Path write(
      Path folder, int monitors, ConfigText.Osds osds, int metadataServers, int firstPort)
      throws IOException, DaemonException {
    Files.createDirectories(folder);
    List<Integer> ports = freePorts(2 * monitors, firstPort);
    List<ConfigText.Ports> pairs = new ArrayList<>();
    for (int i = 0; i < monitors; i++) {
      pairs.add(new ConfigText.Ports(ports.get(2 * i), ports.get(2 * i + 1)));
    }
    Path file = folder.resolve(FILE);
    Files.writeString(file, ConfigText.of(UUID.randomUUID(), pairs, osds, metadataServers));
    return file;
  }

  /** Removes the folder of a cluster that is not running. */
  public static void remove(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static List<Integer> freePorts(int count, int firstPort) throws DaemonException {
    SecureRandom random = new SecureRandom();
    List<Integer> found = new ArrayList<>();
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      int port = firstPort > 0 ? firstPort + tries : random.nextInt(LOW_PORT, HIGH_PORT);
      if (port <= 65_535 && !found.contains(port) && isFree(port)) {
        found.add(port);
        if (found.size() == count) {
          return found;
        }
      }
    }
    throw new DaemonException("no " + count + " free ports were found on 127.0.0.1");
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException taken) {
      return false;
    }
  }
}
