package io.pando.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.client.Cluster;
import io.pando.client.Pool;
import io.pando.cluster.Change;
import io.pando.group.GroupInfo;
import io.pando.osd.config.OsdConfig;
import io.pando.sim.plan.Tuning;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the logs of an OSD take of its heap is bounded, however many groups it has. */
class BoundedLogsTest {
  private static final int UPDATES = 2_000;

  @ParameterizedTest
  @ValueSource(longs = {1, 1 << 20})
  void neitherTheLogNorWhatItRemembersGrowsBeyondIt(long logBytes) {
    SimCluster cluster =
        new SimCluster(
                3,
                new SimCluster.Shape(1, 3, 1),
                SimSettings.usual()
                    .with(
                        Tuning.with(
                            OsdConfig.defaults(), new TreeMap<>(Map.of("logBytes", logBytes)))))
            .formed();
    Cluster client = cluster.connect();
    cluster.await(client.admin().changeAsync(new Change.CreatePool("data", 4, 3, 2, null)));
    Pool pool = client.pool("data");
    List<CompletableFuture<?>> writes = new ArrayList<>();
    for (int i = 0; i < UPDATES; i++) {
      writes.add(pool.appendAsync("always the same", ByteBuffer.wrap(new byte[] {1})));
      if (i % 16 == 15) {
        writes.forEach(cluster::await);
        writes.clear();
      }
    }
    writes.forEach(cluster::await);

    GroupInfo info =
        cluster.await(client.admin().groupsAsync()).stream()
            .map(group -> cluster.await(client.admin().queryGroupAsync(group.group())).info())
            .filter(group -> group.lastUpdate().counter() >= UPDATES)
            .findFirst()
            .orElseThrow();
    long inLog = info.lastUpdate().counter() - info.logTail().counter();
    long remembered = info.logTail().counter() - info.log().rememberedSince().counter();
    // An entry is counted as 170 bytes and some; four groups share what there is.
    long each = Math.max(64 << 10, logBytes / 8) / 170;
    assertThat(inLog).isBetween(each / 2, each * 17 / 16 + 32);
    assertThat(remembered).isBetween(each / 2, each * 17 / 16 + 32);
  }
}
