package io.pando.cli;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.pando.cli.command.CommandContext;
import io.pando.cli.config.ClusterConfig;
import io.pando.client.Cluster;
import io.pando.client.PandoException;
import io.pando.cluster.Change;
import io.pando.cluster.ClusterFlag;
import io.pando.id.NodeId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.io.TempDir;

/**
 * A quorum that the monitors tell is one: as soon as a monitor that lost its disk is in it again,
 * another may die. A replica that the leader hears but that does not vote yet must not be told.
 */
class QuorumAfterLostDiskTest {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  @TempDir private Path temp = Path.of("");

  @AfterEach
  void endWhatIsLeft() throws Exception {
    Daemons.killAll(temp.resolve("data"));
  }

  @RepeatedTest(2)
  void survivesTheLeaderAtOnce() throws Exception {
    Path data = temp.resolve("data");
    Shell shell = new Shell(temp);
    Daemons.up(shell, data, "--port", "0", "--mons", "3");
    ClusterConfig config = ClusterConfig.read(data.resolve("pando.yaml"));
    Monitors monitors = new Monitors(config, shell);
    try (Cluster client = CommandContext.connect(config)) {
      Monitors.awaitQuorum(client, 0, 1, 2);
      NodeId leader = Objects.requireNonNull(client.admin().monitors().leader());
      int lost = (int) (leader.number() + 1) % 3;
      monitors.kill(lost);
      monitors.loseDisk(lost);
      monitors.start(lost);
      Progress.await("another life", () -> Monitors.life(client, lost), 1);
      Awaitility.await()
          .atMost(PATIENCE)
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(1))
          .until(() -> quorum(client) == 3);
      monitors.kill((int) leader.number());
      assertThatCode(() -> client.admin().change(new Change.SetFlag(ClusterFlag.NOOUT, true)))
          .doesNotThrowAnyException();
    }
  }

  private static int quorum(Cluster client) {
    try {
      return client.admin().monitors().quorum().size();
    } catch (PandoException noMonitorAnswers) {
      return 0;
    }
  }
}
