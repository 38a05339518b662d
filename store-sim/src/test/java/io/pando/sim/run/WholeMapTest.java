package io.pando.sim.run;

import static io.pando.sim.SimCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.client.Cluster;
import io.pando.client.Pool;
import io.pando.cluster.Change;
import io.pando.cluster.ClusterFlag;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.mon.config.MonitorConfig;
import io.pando.sim.Fault;
import io.pando.sim.SimCluster;
import io.pando.sim.SimSettings;
import io.pando.sim.net.LinkFault;
import io.pando.sim.net.Nodes;
import io.pando.sim.plan.Tuning;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An OSD that stays up, and gets a whole map since the monitors keep fewer steps than it missed,
 * agrees with its peers on the present interval again before it serves (decision 0028).
 */
class WholeMapTest {
  private static final int OBJECTS = 20;

  private static SimCluster cluster(long seed, int maxBehind) {
    MonitorConfig forgetful =
        Tuning.with(MonitorConfig.DEFAULT, new TreeMap<>(Map.of("maxBehind", maxBehind)));
    return new SimCluster(seed, new SimCluster.Shape(1, 3, 1), SimSettings.usual().with(forgetful))
        .formed();
  }

  private static Pool dataPool(SimCluster cluster, Cluster by, int groups) {
    change(cluster, by, new Change.CreatePool("data", groups, 3, 1, null));
    return by.pool("data").withTimeout(Duration.ofSeconds(200));
  }

  private static void change(SimCluster cluster, Cluster by, Change change) {
    cluster.await(by.admin().changeAsync(change));
  }

  /** More epochs than the monitors keep steps for, none of which changes an interval. */
  private static void passEpochs(SimCluster cluster, Cluster by) {
    for (int i = 0; i < 6; i++) {
      change(cluster, by, new Change.SetFlag(ClusterFlag.NOIN, i % 2 == 0));
    }
  }

  private static ByteBuffer bytes(int value) {
    return ByteBuffer.wrap(new byte[] {(byte) value});
  }

  private static boolean isDone(SimCluster cluster, CompletableFuture<?> future, long seconds) {
    return cluster.world().runUntil(future::isDone, cluster.world().nowNanos() + seconds * SECOND);
  }

  /** A replica that missed steps takes part in updates again. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})
  void aReplicaThatMissedStepsServesAgain(long seed) {
    SimCluster cluster = cluster(seed, 1 + (int) (seed % 3));
    Cluster client = cluster.connect();
    Pool pool = dataPool(cluster, client, 4);
    for (int i = 0; i < OBJECTS; i++) {
      cluster.await(pool.writeFullAsync("o" + i, bytes(i)));
    }
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
    change(cluster, client, new Change.SetFlag(ClusterFlag.NODOWN, true));
    cluster.world().runFor(3 * SECOND);
    OsdId cut = new OsdId((int) (seed % 3));
    Fault fault =
        new Fault.Link(
            new LinkFault.Partition(
                List.of(
                    new Nodes.Only(List.of(cut.node())), new Nodes.AllBut(List.of(cut.node())))));
    cluster.apply(fault);
    // The monitors take the cut OSD's stream for lost, so that they do not keep steps for it.
    cluster.cutConnections(cut.value());
    cluster.world().runFor(SECOND / 2);
    passEpochs(cluster, client);
    cluster.world().runFor(4 * SECOND);
    cluster.lift(fault);
    cluster.world().runFor(20 * SECOND);
    change(cluster, client, new Change.SetFlag(ClusterFlag.NODOWN, false));
    cluster.world().runFor(60 * SECOND);
    for (int i = 0; i < OBJECTS; i++) {
      CompletableFuture<Version> written = pool.writeFullAsync("o" + i, bytes(i + 100));
      assertThat(isDone(cluster, written, 30)).as("write of o%d", i).isTrue();
    }
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
    assertThat(cluster.deaths()).isEmpty();
  }

  /** What a primary that missed steps has acknowledged outlives it. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void whatAPrimaryAcknowledgesThatMissedStepsOutlivesIt(long seed) {
    SimCluster cluster = cluster(seed, 2);
    Cluster operator = cluster.connect();
    Pool pool = dataPool(cluster, operator, 1);
    cluster.await(pool.writeFullAsync("o", bytes(1)));
    assertThat(cluster.awaitClean(operator, 60 * SECOND)).isTrue();
    OsdId primary =
        cluster.await(operator.admin().groupsAsync()).getFirst().acting().osds().getFirst();
    change(cluster, operator, new Change.SetFlag(ClusterFlag.NODOWN, true));
    cluster.world().runFor(3 * SECOND);
    Fault fault = new Fault.Link(new LinkFault.Partition(awayFromDaemons(primary)));
    cluster.apply(fault);
    CompletableFuture<Version> write = pool.writeFullAsync("o", bytes(2));
    cluster.world().runFor(SECOND / 5);
    cluster.cutConnections(primary.value());
    passEpochs(cluster, operator);
    cluster.world().runFor(5 * SECOND);
    assertThat(write).as("a write that no replica has").isNotDone();
    cluster.lift(fault);
    assertThat(isDone(cluster, write, 60)).as("the write goes on").isTrue();
    change(cluster, operator, new Change.SetFlag(ClusterFlag.NODOWN, false));
    cluster.crashOsd(primary.value());
    change(cluster, operator, new Change.MarkDown(List.of(primary)));
    CompletableFuture<Payload> read = pool.readAsync("o");
    assertThat(isDone(cluster, read, 90)).as("the others serve").isTrue();
    assertThat(read.join().toByteArray()).isEqualTo(new byte[] {2});
  }

  private static List<Nodes> awayFromDaemons(OsdId primary) {
    List<NodeId> others =
        new ArrayList<>(
            IntStream.range(0, 3)
                .filter(i -> i != primary.value())
                .mapToObj(i -> new OsdId(i).node())
                .toList());
    return List.of(
        new Nodes.Only(List.of(primary.node())),
        new Nodes.Any(List.of(new Nodes.Only(others), new Nodes.OfRole(NodeId.Role.MON))));
  }
}
