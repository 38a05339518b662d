package io.pando.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cli.command.CommandContext;
import io.pando.cli.config.ClusterConfig;
import io.pando.cli.daemon.NewCluster;
import io.pando.client.Cluster;
import io.pando.cluster.Change;
import io.pando.cluster.release.Release;
import io.pando.id.NodeId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cluster of the last release is upgraded, and downgraded again, daemon by daemon while clients
 * work. Every daemon is a process; the clients are of this build. One test from beginning to end,
 * since starting the processes is what takes the time.
 */
class UpgradeTest {
  private static final String POOL = "p";
  private static final int DAEMONS = 3;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path temp = Path.of("");

  @AfterEach
  void endWhatIsLeft() throws Exception {
    Daemons.killAll(temp);
  }

  @Test
  void daemonByDaemonUnderLoad() throws Exception {
    Optional<OlderBuild> found = OlderBuild.newest();
    if (found.isEmpty()) {
      System.err.println("UpgradeTest is skipped: the history of this repository is missing");
    }
    Assumptions.assumeTrue(found.isPresent(), "the history of this repository is missing");
    OlderBuild older = found.get();
    DaemonProcesses daemons =
        new DaemonProcesses(ClusterConfig.read(NewCluster.write(temp, DAEMONS, DAEMONS, 0)));
    for (int id = 0; id < DAEMONS; id++) {
      daemons.start("mon." + id, older::command);
    }
    try (Cluster client = CommandContext.connect(daemons.config(), PATIENCE)) {
      for (int id = 0; id < DAEMONS; id++) {
        client.admin().change(new Change.CreateOsd(null, null));
        daemons.start("osd." + id, older::command);
      }
      DaemonProcesses.awaitUp(client, DAEMONS);
      client.admin().change(new Change.CreatePool(POOL, 8, DAEMONS, 2, null));
      Progress.awaitClean(client, DAEMONS);
      PutLoop loop = new PutLoop(daemons.config(), POOL);
      loop.start();
      try (WorkingClient work = new WorkingClient(client.pool(POOL))) {
        work.awaitMore(5);
        upgrade(daemons, client, work, older);
      }
      loop.stop();
      for (String name : loop.acknowledged()) {
        assertThat(client.pool(POOL).read(name).toByteArray()).isEqualTo(PutLoop.content(name));
      }
    }
    daemons.stop("osd.0");
    assertThat(daemons.run("store", "fsck", temp.resolve("osd.0").toString()).status()).isZero();
  }

  private static void upgrade(
      DaemonProcesses daemons, Cluster client, WorkingClient work, OlderBuild older)
      throws Exception {
    int before = older.release().number();
    int after = Release.current().number();
    assertThat(client.admin().map().releases().required()).isEqualTo(before);
    for (NodeId.Role kind : List.of(NodeId.Role.MON, NodeId.Role.OSD)) {
      for (int id = 0; id < DAEMONS; id++) {
        restart(daemons, client, new NodeId(kind, id), DaemonProcesses::present);
        awaitTold(client, new NodeId(kind, id), after);
        work.awaitMore(2);
      }
    }
    NodeId mon1 = new NodeId(NodeId.Role.MON, 1);
    NodeId osd1 = new NodeId(NodeId.Role.OSD, 1);
    for (NodeId daemon : List.of(osd1, mon1)) {
      restart(daemons, client, daemon, older::command);
      awaitTold(client, daemon, before);
      work.awaitMore(2);
    }
    if (before < after) {
      assertThat(daemons.run("require-release").err()).contains("mon.1", "osd.1", "Upgrade them");
    }
    for (NodeId daemon : List.of(mon1, osd1)) {
      restart(daemons, client, daemon, DaemonProcesses::present);
      awaitTold(client, daemon, after);
      work.awaitMore(2);
    }
    assertThat(daemons.run("require-release").status()).isZero();
    assertThat(daemons.run("versions").out())
        .startsWith("required release: " + Release.current().label());
    if (before < after) {
      daemons.stop("osd.2");
      Path output = daemons.start("osd.2", older::command);
      Progress.await("osd.2 is refused", () -> contains(output, "requires release") ? 1 : 0, 1);
      Daemons.kill(daemons.config(), "osd.2");
      daemons.start("osd.2", DaemonProcesses::present);
      Progress.awaitClean(client, DAEMONS);
    }
  }

  /** Stops a daemon and starts it with a program; returns when the cluster is whole again. */
  private static void restart(
      DaemonProcesses daemons,
      Cluster client,
      NodeId daemon,
      Function<List<String>, List<String>> program)
      throws Exception {
    daemons.stop(daemon.toString());
    daemons.start(daemon.toString(), program);
    if (daemon.role() == NodeId.Role.MON) {
      Monitors.awaitQuorum(client, 0, 1, 2);
    } else {
      DaemonProcesses.awaitUp(client, DAEMONS);
      Progress.awaitClean(client, DAEMONS);
    }
  }

  private static void awaitTold(Cluster client, NodeId daemon, int release) {
    Progress.await(
        daemon + " tells release " + release,
        () -> client.admin().map().releases().of(daemon) == release ? 1 : 0,
        1);
  }

  private static boolean contains(Path file, String text) {
    try {
      return Files.readString(file).contains(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
