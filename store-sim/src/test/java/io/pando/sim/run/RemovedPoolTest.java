package io.pando.sim.run;

import static io.pando.sim.SimCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.client.Cluster;
import io.pando.client.PandoException;
import io.pando.client.Pool;
import io.pando.cluster.Change;
import io.pando.id.OsdId;
import io.pando.id.PoolId;
import io.pando.mon.config.MonitorConfig;
import io.pando.mon.config.MonitorRules;
import io.pando.sim.SimCluster;
import io.pando.sim.SimSettings;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A pool that is removed and restored while OSDs end and others take its data over. */
class RemovedPoolTest {
  private static final int OBJECTS = 40;

  private static final long GRACE_SECONDS = 600;

  private final SimCluster cluster =
      new SimCluster(5, new SimCluster.Shape(3, 5, 2), SimSettings.usual().with(monitors()))
          .formed();
  private final Cluster client = cluster.connect();
  private final Map<String, CompletableFuture<?>> writes = new TreeMap<>();

  private static MonitorConfig monitors() {
    return MonitorConfig.DEFAULT.withRules(
        MonitorRules.DEFAULT.withRemovedPoolGraceMillis(1_000 * GRACE_SECONDS));
  }

  private void change(Change change) {
    cluster.await(client.admin().changeAsync(change));
  }

  private static ByteBuffer content(String object) {
    return ByteBuffer.wrap(("content of " + object).getBytes(StandardCharsets.UTF_8));
  }

  private void write(Pool pool, int from, int to) {
    for (int i = from; i < to; i++) {
      String object = "o" + i;
      writes.put(object, pool.writeFullAsync(object, content(object)));
    }
  }

  @Test
  void everyAcknowledgedByteIsThereWhenItIsRestored() {
    change(new Change.CreatePool("data", 16, 3, 2, null));
    Pool pool = client.pool("data");
    PoolId id = client.admin().map().poolNamed("data").orElseThrow().id();
    assertThat(cluster.awaitClean(client, 120 * SECOND)).isTrue();
    write(pool, 0, OBJECTS);
    cluster.world().runFor(SECOND);
    // Half of these are under way when the pool is removed.
    write(pool, OBJECTS, 2 * OBJECTS);
    change(new Change.DeletePool("data", "data"));
    cluster.world().runFor(5 * SECOND);
    assertThat(writes.values()).allMatch(CompletableFuture::isDone);
    boolean gone =
        cluster.await(
            pool.readAsync("o0").handle((_, why) -> why instanceof PandoException.NoPool));
    assertThat(gone).as("clients are told that there is no such pool").isTrue();

    // Its data follow changes of the map meanwhile: two OSDs of five go for good.
    for (int osd : List.of(0, 1)) {
      change(new Change.MarkOut(List.of(new OsdId(osd))));
      assertThat(cluster.awaitClean(client, 120 * SECOND)).isTrue();
      cluster.crashOsd(osd);
    }
    cluster.crashOsd(2);
    cluster.world().runFor(SECOND);
    cluster.startOsd(2);
    assertThat(cluster.awaitClean(client, 120 * SECOND)).isTrue();

    change(new Change.RestorePool("data", "data"));
    assertThat(client.admin().map().poolNamed("data").orElseThrow().id()).isEqualTo(id);
    writes.forEach((object, write) -> {
      if (!write.isCompletedExceptionally()) {
        assertThat(ByteBuffer.wrap(cluster.await(pool.readAsync(object)).toByteArray()))
            .as(object)
            .isEqualTo(content(object));
      }
    });
    assertThat(writes.values()).anyMatch(write -> !write.isCompletedExceptionally());
  }

  @Test
  void itsDataAreDeletedWhenTheGraceIsOver() {
    change(new Change.CreatePool("data", 8, 3, 2, null));
    write(client.pool("data"), 0, OBJECTS);
    cluster.world().runFor(2 * SECOND);
    change(new Change.DeletePool("data", "data"));
    cluster.world().runFor((GRACE_SECONDS - 2) * SECOND);
    assertThat(client.admin().map().removedPools()).hasSize(1);
    for (int osd = 0; osd < cluster.size(); osd++) {
      assertThat(cluster.disks().groupsOn(osd)).as("osd.%d", osd).isNotEmpty();
    }
    cluster.world().runFor(10 * SECOND);
    assertThat(client.admin().map().pools()).isEmpty();
    for (int osd = 0; osd < cluster.size(); osd++) {
      assertThat(cluster.disks().groupsOn(osd)).as("osd.%d", osd).isEmpty();
    }
  }
}
