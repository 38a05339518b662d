package io.pando.sim.run;

import static io.pando.sim.SimCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.client.Cluster;
import io.pando.client.Pool;
import io.pando.cluster.Change;
import io.pando.id.OsdId;
import io.pando.report.Health.Check;
import io.pando.report.group.GroupState;
import io.pando.report.group.GroupStats;
import io.pando.sim.SimCluster;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A group that must wait says for what, and how it gets out of it. */
class PeeringWaitsTest {
  private final SimCluster cluster = new SimCluster(7, new SimCluster.Shape(1, 3, 1)).formed();
  private final Cluster client = cluster.connect();

  private void change(Change change) {
    cluster.await(client.admin().changeAsync(change));
  }

  private Pool pool(int size, int minSize) {
    change(new Change.CreatePool("data", 1, size, minSize, null));
    Pool pool = client.pool("data");
    cluster.await(pool.writeFullAsync("o", ByteBuffer.wrap(new byte[] {1})));
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
    return pool;
  }

  private GroupStats group() {
    return cluster.await(client.admin().groupsAsync()).getFirst();
  }

  private String health() {
    return cluster.await(client.admin().statusAsync()).health().checks().stream()
        .map(Check::toString)
        .collect(Collectors.joining("\n"));
  }

  private void down(OsdId osd) {
    cluster.crashOsd(osd.value());
    change(new Change.MarkDown(List.of(osd)));
  }

  @Test
  void tooFewReplicasForMinSize() {
    Pool pool = pool(3, 3);
    down(group().acting().osds().getLast());
    cluster.world().runFor(5 * SECOND);
    assertThat(group().waitsFor())
        .contains("3 whole replicas (min_size), there are 2")
        .contains("pool set data min_size 2");
    assertThat(health()).contains("pool set data min_size 2");
    CompletableFuture<?> write = pool.writeFullAsync("o", ByteBuffer.wrap(new byte[] {2}));
    cluster.world().runFor(5 * SECOND);
    assertThat(write).isNotDone();
    change(new Change.SetPool("data", "min_size", "2"));
    cluster.await(write);
    cluster.world().runFor(5 * SECOND);
    assertThat(group().states()).contains(GroupState.ACTIVE, GroupState.UNDERSIZED);
    assertThat(group().waitsFor()).contains("OSDs for 1 of its 3 replicas");
  }

  @Test
  void anOsdThatMayHaveNewerData() {
    Pool pool = pool(2, 1);
    List<OsdId> acting = group().acting().osds();
    OsdId first = acting.getFirst();
    OsdId second = acting.getLast();
    down(first);
    cluster.await(pool.writeFullAsync("o", ByteBuffer.wrap(new byte[] {2})));
    down(second);
    cluster.startOsd(first.value());
    cluster.awaitUp(client, 2);
    cluster.world().runFor(10 * SECOND);
    assertThat(group().states()).contains(GroupState.DOWN);
    assertThat(group().waitsFor()).contains(second + ", which served it").contains("osd lost");
    assertThat(health()).contains(second + ", which served it");

    cluster.startOsd(second.value());
    assertThat(cluster.await(pool.readAsync("o")).toByteArray()).isEqualTo(new byte[] {2});
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
    assertThat(group().waitsFor()).isEmpty();
  }

  @Test
  void whatOnlyAPurgedOsdHadIsGivenUp() {
    Pool pool = pool(2, 1);
    List<OsdId> acting = group().acting().osds();
    down(acting.getFirst());
    cluster.await(pool.writeFullAsync("o", ByteBuffer.wrap(new byte[] {2})));
    down(acting.getLast());
    cluster.startOsd(acting.getFirst().value());
    cluster.awaitUp(client, 2);
    cluster.world().runFor(10 * SECOND);
    assertThat(group().states()).contains(GroupState.DOWN);
    change(new Change.PurgeOsd(acting.getLast(), true));
    cluster.world().runFor(10 * SECOND);
    assertThat(group().states()).contains(GroupState.LOST).doesNotContain(GroupState.ACTIVE);
    assertThat(health()).contains("PG_DATA_LOST").contains("pg accept-loss");
    change(new Change.AcceptLoss(List.of(group().group())));
    assertThat(cluster.await(pool.readAsync("o")).toByteArray()).isEqualTo(new byte[] {1});
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
    assertThat(health()).doesNotContain("PG_DATA_LOST");
  }

  @Test
  void allAreGone() {
    pool(2, 1);
    List<OsdId> acting = group().acting().osds();
    for (int osd = 0; osd < 3; osd++) {
      cluster.crashOsd(osd);
      change(new Change.MarkDown(List.of(new OsdId(osd))));
    }
    cluster.world().runFor(60 * SECOND);
    assertThat(group().states()).contains(GroupState.STALE);
    assertThat(group().waitsFor()).contains("which is down: start the OSDs that held it");
    assertThat(acting).hasSize(2);
  }
}
