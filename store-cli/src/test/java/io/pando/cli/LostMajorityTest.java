package io.pando.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cli.command.CommandContext;
import io.pando.cli.config.ClusterConfig;
import io.pando.client.Cluster;
import io.pando.client.Pool;
import io.pando.cluster.ClusterMap;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The majority of the monitors is lost: first all but one, then, later, all of them. Every daemon
 * is a process of its own.
 */
class LostMajorityTest {
  private static final String POOL = "rbd";
  private static final int OBJECTS = 20;

  @TempDir private Path temp = Path.of("");

  @AfterEach
  void endWhatIsLeft() throws Exception {
    Daemons.killAll(temp.resolve("data"));
  }

  @Test
  void aSurvivorAndThenTheMapsOfTheOsdsMakeANewQuorum() throws Exception {
    Path data = temp.resolve("data");
    Shell shell = new Shell(temp);
    Daemons.up(shell, data, "--port", "0");
    ClusterConfig config = ClusterConfig.read(data.resolve("pando.yaml"));
    Monitors monitors = new Monitors(config, shell);
    assertThat(shell.run("pool", "create", POOL, "8").err()).isEmpty();
    long before;
    try (Cluster client = CommandContext.connect(config)) {
      Progress.awaitClean(client, 3);
      write(client.pool(POOL), "first");
      before = client.admin().map().epoch();
    }
    Path backup = temp.resolve("monitors.backup");
    assertThat(monitors.run("export", "--id", "0", backup.toString())).contains("state of mon.0");
    Daemons.kill(config, "up");
    assertThat(monitors.attempt("rescue", "--id", "0").err()).contains("is in use");
    monitors.kill(0);
    assertThat(monitors.attempt("rescue", "--id", "0").err()).contains("no rescue is needed");
    monitors.kill(1);
    assertThat(monitors.attempt("rescue", "--id", "0").err())
        .contains("more than half of the 3 monitors are left");
    monitors.kill(2);
    monitors.loseDisk(1);
    monitors.loseDisk(2);

    assertThat(monitors.run("rescue", "--id", "0"))
        .contains("mon.0 is the only monitor now", "not known:", "mon add");
    monitors.start(0);
    try (Cluster client = CommandContext.connect(config, Duration.ofSeconds(60))) {
      Progress.awaitClean(client, 3);
      ClusterMap map = client.admin().map();
      assertThat(map.epoch()).isGreaterThan(before + 900_000);
      assertThat(map.monitors()).hasSize(1);
      check(client.pool(POOL), "first");
      write(client.pool(POOL), "second");
      monitors.start(1);
      monitors.awaitOutput(1, "mon.1 is not a monitor of this cluster");
      monitors.place("add", 5);
      monitors.start(5);
      Monitors.awaitQuorum(client, 0, 5);
    }

    loseAll(monitors);
    rescueFromOsds(monitors, before);
  }

  private static void loseAll(Monitors monitors) throws Exception {
    for (int id : new int[] {0, 5}) {
      monitors.kill(id);
      monitors.loseDisk(id);
    }
    for (int osd = 0; osd < 3; osd++) {
      Daemons.kill(monitors.config(), "osd." + osd);
    }
  }

  private static void rescueFromOsds(Monitors monitors, long before) throws Exception {
    ClusterConfig config = monitors.config();
    Path data = config.data();
    assertThat(monitors.attempt("rescue", "--id", "0").err())
        .contains("holds no cluster map", "--from-osds");
    assertThat(
            monitors.run(
                "rescue",
                "--id",
                "0",
                "--from-osds",
                data.resolve("osd.0").toString(),
                data.resolve("osd.1").toString(),
                data.resolve("osd.2").toString()))
        .contains("outcomes of earlier requests");
    monitors.start(0);
    for (int osd = 0; osd < 3; osd++) {
      Daemons.startOsd(config, osd);
    }
    try (Cluster client = CommandContext.connect(config, Duration.ofSeconds(60))) {
      Progress.awaitClean(client, 3);
      check(client.pool(POOL), "first");
      check(client.pool(POOL), "second");
      assertThat(client.admin().map().epoch()).isGreaterThan(before + 1_900_000);
    }
  }

  private static void write(Pool pool, String prefix) {
    for (int i = 0; i < OBJECTS; i++) {
      pool.writeFull(prefix + i, (prefix + i).getBytes(StandardCharsets.UTF_8));
    }
  }

  private static void check(Pool pool, String prefix) {
    for (int i = 0; i < OBJECTS; i++) {
      assertThat(pool.read(prefix + i).toByteArray())
          .isEqualTo((prefix + i).getBytes(StandardCharsets.UTF_8));
    }
  }
}
