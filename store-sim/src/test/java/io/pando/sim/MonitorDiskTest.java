package io.pando.sim;

import static io.pando.sim.SimCluster.SECOND;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.client.Cluster;
import io.pando.cluster.Change;
import io.pando.cluster.ClusterFlag;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.MonitorInfo;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Monitors lose their disks one after the other, each once the one before has joined again. */
class MonitorDiskTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void nothingThatWasAgreedIsForgotten(long seed) {
    SimCluster cluster = new SimCluster(seed, new SimCluster.Shape(3, 3, 1)).formed();
    Cluster client = cluster.connect();
    cluster.await(client.admin().changeAsync(new Change.CreatePool("data", 4, 3, 2, null)));
    for (int round = 0; round < 6; round++) {
      int monitor = round % 3;
      cluster.await(
          client.admin().changeAsync(new Change.SetFlag(ClusterFlag.NOOUT, round % 2 == 0)));
      long agreed = client.admin().map().epoch();
      cluster.loseMonitorDisk(monitor);
      awaitNewLife(cluster, client, monitor, agreed);
      assertThat(client.admin().map().flags().contains(ClusterFlag.NOOUT))
          .isEqualTo(round % 2 == 0);
      cluster.await(
          client.pool("data").writeFullAsync("o" + round, ByteBuffer.wrap("x".getBytes(UTF_8))));
    }
    assertThat(client.admin().map().monitors()).extracting(MonitorInfo::life).doesNotContain(0L);
    assertThat(cluster.wrongChanges()).isEmpty();
    assertThat(cluster.deaths()).isEmpty();
  }

  /** A second disk that is lost before the first monitor has joined leaves no majority. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void twoEmptyMonitorsOfThreeBeginNoClusterOfTheirOwn(long seed) {
    SimCluster cluster = new SimCluster(seed, new SimCluster.Shape(3, 3, 1)).formed();
    Cluster client = cluster.connect();
    List<ClusterMap> before = cluster.maps();
    cluster.loseMonitorDisk(0);
    cluster.loseMonitorDisk(1);
    cluster.world().runFor(60 * SECOND);
    assertThat(client.admin().map().monitors()).isEqualTo(before.getLast().monitors());
    assertThat(cluster.deaths()).isEmpty();
  }

  /** Waits until the monitor has begun again after that epoch, and all three are in the quorum. */
  private static void awaitNewLife(
      SimCluster cluster, Cluster client, int monitor, long afterEpoch) {
    for (int i = 0; i < 240; i++) {
      cluster.world().runFor(SECOND / 2);
      if (client.admin().map().monitors().get(monitor).life() > afterEpoch
          && cluster.await(client.admin().monitorsAsync()).quorum().size() == 3) {
        return;
      }
    }
    throw new AssertionError("no quorum of three");
  }
}
