package io.pando.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cli.command.CommandContext;
import io.pando.cli.config.ClusterConfig;
import io.pando.client.Cluster;
import io.pando.cluster.Change;
import io.pando.cluster.ClusterFlag;
import io.pando.id.NodeId;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Monitors that come and go while clients write and operators change the map. Every daemon is a
 * process of its own. One test from beginning to end, since starting the processes is what takes
 * the time.
 */
class MonitorsComeAndGoTest {
  private static final String POOL = "rbd";

  @TempDir private Path temp = Path.of("");

  @AfterEach
  void endWhatIsLeft() throws Exception {
    Daemons.killAll(temp.resolve("data"));
  }

  @Test
  void fromOneToFiveAndBackUnderLoad() throws Exception {
    Path data = temp.resolve("data");
    Shell shell = new Shell(temp);
    Daemons.up(shell, data, "--port", "0", "--mons", "1");
    ClusterConfig config = ClusterConfig.read(data.resolve("pando.yaml"));
    Monitors monitors = new Monitors(config, shell);
    assertThat(shell.run("pool", "create", POOL, "8").err()).isEmpty();
    assertThat(monitors.attempt("rm", "0").err()).contains("mon.0 is the last monitor");
    assertThat(shell.run("mon", "--id", "7", "-c", monitors.file()).err())
        .contains("mon.7 is neither in", "pando mon add 7");
    PutLoop loop = new PutLoop(config, POOL);
    FlagLoop changes = new FlagLoop(config);
    try (Cluster client = CommandContext.connect(config)) {
      Progress.awaitClean(client, 3);
      loop.start();
      changes.thread.start();
      loop.awaitMore(20);

      assertThat(monitors.place("add", 1))
          .contains("start it with an empty folder", "survive no more");
      monitors.place("add", 2);
      monitors.start(1);
      monitors.start(2);
      Monitors.awaitQuorum(client, 0, 1, 2);
      for (int id = 3; id <= 4; id++) {
        monitors.place("add", id);
        monitors.start(id);
      }
      Monitors.awaitQuorum(client, 0, 1, 2, 3, 4);
      loop.awaitMore(20);
      changes.awaitMore(5);

      int leader = (int) leader(client).number();
      int other = (leader + 1) % 5;
      remove(monitors, other);
      remove(monitors, leader);
      int[] left =
          List.of(0, 1, 2, 3, 4).stream()
              .filter(id -> id != leader && id != other)
              .mapToInt(Integer::intValue)
              .toArray();
      Monitors.awaitQuorum(client, left);
      loop.awaitMore(20);
      changes.awaitMore(5);

      monitors.correctConfiguration(client);
      loseDisk(monitors, client, left[0]);
      Monitors.awaitQuorum(client, left);

      moveWhileItIsDown(monitors, client, left[2]);
      Monitors.awaitQuorum(client, left);
      monitors.place("move", left[1]);
      awaitEnd(monitors, left[1]);
      monitors.start(left[1]);
      monitors.awaitOutput(left[1], "in the configuration: correct the configuration");
      monitors.correctConfiguration(client);
      monitors.start(left[1]);
      Monitors.awaitQuorum(client, left);
      loop.awaitMore(20);
      changes.awaitMore(5);
      loop.stop();
      changes.stop();
      for (String name : loop.acknowledged()) {
        assertThat(client.pool(POOL).read(name).toByteArray()).isEqualTo(PutLoop.content(name));
      }
    }
  }

  /** An empty folder is another life. */
  private static void loseDisk(Monitors monitors, Cluster client, int id) throws Exception {
    long life = Monitors.life(client, id);
    monitors.kill(id);
    monitors.loseDisk(id);
    monitors.start(id);
    Progress.await("another life", () -> Monitors.life(client, id) > life ? 1 : 0, 1);
  }

  /** The log does not tell a monitor that was down; it asks the others. */
  private static void moveWhileItIsDown(Monitors monitors, Cluster client, int id)
      throws Exception {
    monitors.kill(id);
    monitors.place("move", id);
    monitors.start(id);
    monitors.awaitOutput(id, "start it there");
    awaitEnd(monitors, id);
    monitors.correctConfiguration(client);
    monitors.start(id);
  }

  private static NodeId leader(Cluster client) {
    return Objects.requireNonNull(client.admin().monitors().leader(), "a monitor leads");
  }

  private static void remove(Monitors monitors, int id) throws Exception {
    assertThat(monitors.run("rm", String.valueOf(id))).contains("removed mon." + id);
    awaitEnd(monitors, id);
  }

  private static void awaitEnd(Monitors monitors, int id) {
    Progress.await("mon." + id + " ends", () -> runs(monitors, id) ? 0 : 1, 1);
  }

  private static boolean runs(Monitors monitors, int id) {
    try {
      return monitors.runs(id);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Changes the map again and again; each change must succeed. */
  private static final class FlagLoop {
    private final ClusterConfig config;
    private final AtomicInteger done = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final Thread thread = new Thread(this::run, "flag-loop");
    private volatile boolean stopped;

    FlagLoop(ClusterConfig config) {
      this.config = config;
      thread.setUncaughtExceptionHandler((ended, thrown) -> failure.set(thrown));
    }

    private void run() {
      try (Cluster cluster = CommandContext.connect(config)) {
        for (int i = 0; !stopped; i++) {
          cluster.admin().change(new Change.SetFlag(ClusterFlag.NOOUT, i % 2 == 0));
          done.incrementAndGet();
        }
      }
    }

    void awaitMore(int count) {
      int from = done.get();
      Progress.await(count + " more changes", done::get, from + count);
      assertThat(failure.get()).isNull();
    }

    void stop() throws InterruptedException {
      stopped = true;
      assertThat(thread.join(Duration.ofSeconds(60))).isTrue();
      assertThat(failure.get()).isNull();
    }
  }
}
