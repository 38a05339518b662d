package io.pando.sim;

import static io.pando.sim.SimCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.client.Cluster;
import io.pando.client.ObjectStat;
import io.pando.client.Pool;
import io.pando.cluster.Change;
import io.pando.cluster.Replication;
import io.pando.group.GroupInfo;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.Version;
import io.pando.osd.config.OsdConfig;
import io.pando.sim.net.LinkFault;
import io.pando.sim.net.Nodes;
import io.pando.sim.plan.Tuning;
import io.pando.sim.world.ClockBounds;
import io.pando.sim.world.SimWorld;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Updates happen, and no client hears of it; meanwhile the log is trimmed beyond them. When their
 * client sends them again they are answered as they were the first time, and do not happen twice.
 */
class ResendTest {
  private static final int LOG_ENTRIES = 8;
  private static final int UPDATES = 60;
  private static final Fault DEAF =
      new Fault.Link(
          new LinkFault.Cut(
              new Nodes.OfRole(NodeId.Role.OSD), new Nodes.OfRole(NodeId.Role.CLIENT)));

  private final SimCluster cluster =
      new SimCluster(
              7,
              new SimCluster.Shape(1, 3, 1),
              SimSettings.usual().with(settings()).with(ClockBounds.EXACT))
          .formed();
  private final Cluster client = cluster.connect();
  private final List<CompletableFuture<Version>> appends = new ArrayList<>();

  private static OsdConfig settings() {
    return Tuning.with(OsdConfig.defaults(), new TreeMap<>(Map.of("maxLogEntries", LOG_ENTRIES)));
  }

  private Pool pool(Replication replication) {
    cluster.await(
        client.admin().changeAsync(new Change.CreatePool("data", 1, 3, 2, null, replication)));
    Pool pool = client.pool("data").withTimeout(Duration.ofMinutes(2));
    cluster.await(pool.appendAsync("first", token(-1)));
    return pool;
  }

  private static ByteBuffer token(int number) {
    return ByteBuffer.wrap(("token " + number).getBytes(StandardCharsets.UTF_8));
  }

  private void appendUnheard(Pool pool) {
    cluster.apply(DEAF);
    for (int i = 0; i < UPDATES; i++) {
      appends.add(pool.appendAsync("o" + i, token(i)));
      cluster.world().runFor(SECOND / 50);
    }
    assertThat(appends).noneMatch(CompletableFuture::isDone);
  }

  private GroupInfo info() {
    PgId group = new PgId(client.pool("data").id(), 0);
    return cluster.await(client.admin().queryGroupAsync(group)).info();
  }

  private void checkAllHappenedOnce(Pool pool, Instant until) {
    appends.forEach(cluster::await);
    for (int i = 0; i < UPDATES; i++) {
      ObjectStat now = cluster.await(pool.statAsync("o" + i));
      assertThat(now.version()).as("o%d was changed once", i).isEqualTo(appends.get(i).join());
      assertThat(now.modified()).as("before anybody heard of it").isBeforeOrEqualTo(until);
      assertThat(cluster.await(pool.readAsync("o" + i)).asByteBuffer()).isEqualTo(token(i));
    }
    assertThat(info().lastUpdate().counter()).isEqualTo(UPDATES + 1);
    int inLog = (int) appends.stream().filter(it -> it.join().isAfter(info().logTail())).count();
    assertThat(inLog).as("requests that the log knows").isLessThan(UPDATES / 2);
  }

  private Instant now() {
    return Instant.ofEpochMilli(
        SimWorld.WALL_START_MILLIS + cluster.world().nowNanos() / 1_000_000);
  }

  @ParameterizedTest
  @EnumSource
  void thePrimaryThatExecutedThemRemembers(Replication replication) {
    Pool pool = pool(replication);
    appendUnheard(pool);
    Instant until = now();
    cluster.world().runFor(40 * SECOND);
    cluster.lift(DEAF);
    checkAllHappenedOnce(pool, until);
  }

  @ParameterizedTest
  @EnumSource
  void soDoesAnotherThatTakesOver(Replication replication) {
    Pool pool = pool(replication);
    OsdId primary =
        cluster.await(client.admin().groupsAsync()).getFirst().acting().osds().getFirst();
    appendUnheard(pool);
    Instant until = now();
    cluster.crashOsd(primary.value());
    cluster.awaitUp(client, 2);
    cluster.world().runFor(5 * SECOND);
    cluster.lift(DEAF);
    checkAllHappenedOnce(pool, until);
  }
}
