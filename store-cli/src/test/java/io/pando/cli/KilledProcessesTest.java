package io.pando.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cli.command.CommandContext;
import io.pando.cli.config.ClusterConfig;
import io.pando.cli.process.RunFolder;
import io.pando.cli.process.RunningProcess;
import io.pando.client.Cluster;
import io.pando.client.Pool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three monitors and three OSDs, each a process of its own, that are killed while the pool's way of
 * replication changes. One test from beginning to end, since starting seven processes is what takes
 * the time.
 */
class KilledProcessesTest {
  private static final String POOL = "rbd";

  @TempDir private Path temp = Path.of("");

  @AfterEach
  void endWhatIsLeft() throws Exception {
    Daemons.killAll(temp.resolve("data"));
  }

  @Test
  void nothingAcknowledgedIsLost() throws Exception {
    Path data = temp.resolve("data");
    Shell shell = new Shell(temp);
    Daemons.up(shell, data, "--port", "0");
    ClusterConfig config = ClusterConfig.read(data.resolve("pando.yaml"));
    assertThat(shell.run("pool", "create", POOL, "8", "--replication", "chain").err()).isEmpty();
    PutLoop loop = new PutLoop(config, POOL);
    try (Cluster client = CommandContext.connect(config)) {
      Progress.awaitClean(client, 3);
      loop.start();
      loop.awaitMore(50);
      Daemons.kill(config, "osd.1");
      loop.awaitMore(50);
      Daemons.startOsd(config, 1);
      Progress.awaitClean(client, 3);
      loop.awaitMore(20);
      for (String replication : List.of("splay", "primary", "chain", "splay")) {
        assertThat(shell.run("pool", "set", POOL, "replication", replication).err()).isEmpty();
        loop.awaitMore(20);
      }
      Daemons.kill(config, "osd.2");
      loop.awaitMore(50);
      Daemons.startOsd(config, 2);
      Progress.awaitClean(client, 3);
      loop.stop();
      verify(client.pool(POOL), loop.acknowledged());
    }
    Shell.Outcome refused = shell.run("down", "--when-ok", "0");
    assertThat(refused.err())
        .contains("nothing was stopped", "0 of the monitors would stay in the quorum, and 2 are");
    assertThat(refused.status()).isEqualTo(1);
    assertThat(new RunFolder(data.resolve("run")).all()).hasSize(7);
    assertThat(shell.run("down").status()).isZero();
    assertThat(new RunFolder(data.resolve("run")).all()).isEmpty();
    StoredReplicas.open(config).assertEqualEverywhere();

    Daemons.up(shell, data);
    killAll(config);
    Daemons.up(shell, data);
    try (Cluster client = CommandContext.connect(config)) {
      Progress.awaitClean(client, 3);
      verify(client.pool(POOL), loop.acknowledged());
    }
    assertThat(shell.run("down").status()).isZero();
  }

  /** Kills all at once, and does not wait until they have ended. */
  private static void killAll(ClusterConfig config) throws IOException {
    SortedMap<String, RunningProcess> all = RunFolder.of(config).all();
    assertThat(all).hasSize(7);
    all.values().forEach(RunningProcess::kill);
  }

  private static void verify(Pool pool, List<String> names) {
    for (String name : names) {
      assertThat(pool.read(name).toByteArray()).as(name).isEqualTo(PutLoop.content(name));
    }
    assertThat(pool.list()).containsAll(names);
  }
}
