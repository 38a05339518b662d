package io.pando.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cli.config.ClusterConfig;
import io.pando.cli.daemon.NewCluster;
import io.pando.cli.process.JavaCommand;
import io.pando.cli.process.RunFolder;
import io.pando.client.Cluster;
import io.pando.client.PandoException;
import io.pando.cluster.MonitorInfo;
import io.pando.id.NodeId;
import io.pando.report.MonitorStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.awaitility.core.TerminalFailureException;

/** The monitors of a cluster whose daemons are processes: added, removed, moved, without a disk. */
record Monitors(ClusterConfig config, Shell shell) {
  private static final int LEAST_PORT = 12_000;
  private static final int PORTS = 9_000;

  String file() {
    return config.file().toString();
  }

  /** A command about monitors that must succeed; returns what it prints. */
  String run(String... arguments) {
    Shell.Outcome outcome = attempt(arguments);
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.status()).isZero();
    return outcome.out();
  }

  Shell.Outcome attempt(String... arguments) {
    List<String> line = new ArrayList<>(List.of("mon"));
    line.addAll(List.of(arguments));
    line.addAll(List.of("-c", file()));
    return shell.run(line.toArray(String[]::new));
  }

  /** Runs {@code mon add} or {@code mon move} with free ports. */
  String place(String verb, int id) throws IOException {
    try (ServerSocket one = free();
        ServerSocket two = free()) {
      return run(
          verb,
          String.valueOf(id),
          "--host",
          "127.0.0.1",
          "--port",
          String.valueOf(one.getLocalPort()),
          "--raft-port",
          String.valueOf(two.getLocalPort()));
    }
  }

  /**
   * Listens on a free port below those that the system gives to connections: one of them could be
   * taken by a connection of another test before the monitor listens.
   */
  private static ServerSocket free() throws IOException {
    for (int port = LEAST_PORT + ThreadLocalRandom.current().nextInt(PORTS); ; port++) {
      try {
        return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
      } catch (BindException taken) {
        assertThat(port).as("a port that is free").isLessThan(LEAST_PORT + 2 * PORTS);
      }
    }
  }

  /** Starts the daemon of a monitor; its output goes to a file. */
  Process start(int id) throws IOException {
    Path log = Files.createDirectories(config.file().resolveSibling("log")).resolve(out(id));
    return new ProcessBuilder(
            JavaCommand.of(256, List.of("mon", "--id", String.valueOf(id), "-c", file())))
        .redirectOutput(log.toFile())
        .redirectErrorStream(true)
        .start();
  }

  private static String out(int id) {
    return "mon." + id + ".again";
  }

  /** The output of a daemon that this class started. */
  String output(int id) throws IOException {
    return Files.readString(config.file().resolveSibling("log").resolve(out(id)));
  }

  /** Writes the monitors of the map into the configuration, as operators do after each change. */
  void correctConfiguration(Cluster client) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String line : Files.readAllLines(config.file())) {
      if (line.startsWith("monitors:")) {
        text.append(line).append('\n');
        for (MonitorInfo it : client.admin().map().monitors()) {
          text.append(
              "  - {id: %d, host: %s, port: %d, raft_port: %d}\n"
                  .formatted(it.node().number(), it.host(), it.port(), it.raftPort()));
        }
      } else if (!line.contains("raft_port:")) {
        text.append(line).append('\n');
      }
    }
    Files.writeString(config.file(), text);
  }

  /** Waits until a daemon that this class started has written that. */
  void awaitOutput(int id, String text) throws IOException {
    try {
      Progress.await(
          "mon." + id + " writes: " + text,
          () -> {
            try {
              return output(id).contains(text) ? 1 : 0;
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          },
          1);
    } catch (TerminalFailureException standstill) {
      throw new AssertionError("mon." + id + " wrote:\n" + output(id), standstill);
    }
  }

  void kill(int id) throws Exception {
    Daemons.kill(config, "mon." + id);
  }

  boolean runs(int id) throws IOException {
    return RunFolder.of(config).running("mon." + id).isPresent();
  }

  void loseDisk(int id) throws IOException {
    NewCluster.remove(config.data().resolve("mon." + id));
  }

  /** The life of a monitor by the map. */
  static long life(Cluster client, int id) {
    return client.admin().map().monitors().stream()
        .filter(monitor -> monitor.node().number() == id)
        .mapToLong(MonitorInfo::life)
        .sum();
  }

  /** Waits until these monitors, and no others, are members and in the quorum. */
  static void awaitQuorum(Cluster client, int... ids) {
    List<NodeId> wanted = new ArrayList<>();
    for (int id : ids) {
      wanted.add(new NodeId(NodeId.Role.MON, id));
    }
    try {
      Progress.await("quorum of " + wanted, () -> inQuorum(client, wanted), wanted.size() + 1L);
    } catch (TerminalFailureException standstill) {
      throw new AssertionError("monitors: " + client.admin().monitors(), standstill);
    }
  }

  private static long inQuorum(Cluster client, List<NodeId> wanted) {
    try {
      MonitorStatus status = client.admin().monitors();
      long there = status.quorum().stream().filter(wanted::contains).count();
      return there + (status.all().equals(wanted) && there == status.quorum().size() ? 1 : 0);
    } catch (PandoException nobodyAnswers) {
      return -1;
    }
  }
}
