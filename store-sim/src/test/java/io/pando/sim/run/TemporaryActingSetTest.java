package io.pando.sim.run;

import static io.pando.sim.SimCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.client.Cluster;
import io.pando.client.Pool;
import io.pando.cluster.Change;
import io.pando.cluster.ClusterFlag;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.Placement;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.osd.config.OsdConfig;
import io.pando.report.group.GroupState;
import io.pando.report.group.GroupStats;
import io.pando.sim.SimCluster;
import io.pando.sim.plan.Tuning;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Who holds whole copies serves while those to whom a group belongs are filled. */
class TemporaryActingSetTest {
  private static final int GROUPS = 8;

  private final SimCluster cluster =
      new SimCluster(3, new SimCluster.Shape(1, 4, 1), shortLogs()).formed();
  private final Cluster client = cluster.connect();
  private final Pool pool = pool();

  /** Of two entries, so that an empty OSD cannot be brought up to date by the log alone. */
  private static OsdConfig shortLogs() {
    OsdConfig usual = OsdConfig.defaults();
    SortedMap<String, Object> group = new TreeMap<>();
    group.put("maxLogEntries", 2);
    SortedMap<String, Object> daemon = new TreeMap<>();
    daemon.put("group", Tuning.with(usual.group(), group));
    return Tuning.with(usual, daemon);
  }

  private Pool pool() {
    change(new Change.CreatePool("data", GROUPS, 2, 2, null));
    Pool made = client.pool("data");
    for (int i = 0; i < 40; i++) {
      write(made, "o" + i, i);
    }
    return made;
  }

  private void change(Change change) {
    cluster.await(client.admin().changeAsync(change));
  }

  private void write(Pool to, String name, int value) {
    byte[] bytes = new byte[5_000];
    bytes[0] = (byte) value;
    cluster.await(to.writeFullAsync(name, ByteBuffer.wrap(bytes)));
  }

  private List<GroupStats> groups() {
    return cluster.await(client.admin().groupsAsync());
  }

  @Test
  void serviceGoesOnWithTheOldCopiesUntilTheNewOnesAreWhole() {
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
    // Nothing is copied, so the new members stay empty: with them alone min_size would not hold.
    change(new Change.SetFlag(ClusterFlag.NORECOVER, true));
    change(new Change.MarkOut(List.of(new OsdId(0))));
    cluster.world().runFor(5 * SECOND);
    ClusterMap map = client.admin().map();
    assertThat(map.actingOverrides()).isNotEmpty();
    for (int i = 0; i < 40; i++) {
      write(pool, "o" + i, i + 1);
    }
    assertThat(groups()).allMatch(group -> group.states().contains(GroupState.ACTIVE));
    map.actingOverrides()
        .forEach((group, acting) -> assertThat(acting.osds()).contains(new OsdId(0)));

    change(new Change.SetFlag(ClusterFlag.NORECOVER, false));
    assertThat(cluster.awaitClean(client, 120 * SECOND)).isTrue();
    assertThat(client.admin().map().actingOverrides()).isEmpty();
    for (int i = 0; i < 40; i++) {
      assertThat(cluster.await(pool.readAsync("o" + i)).toByteArray()[0]).isEqualTo((byte) (i + 1));
    }
    cluster.world().runFor(10 * SECOND);
    assertThat(cluster.disks().groupsOn(0)).isEmpty();
    assertThat(cluster.compareReplicas(client.admin().map())).isEmpty();
  }

  @Test
  void bridgesEndWithTheOsdsTheyRestOn() {
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
    change(new Change.SetFlag(ClusterFlag.NORECOVER, true));
    change(new Change.MarkOut(List.of(new OsdId(0))));
    cluster.world().runFor(5 * SECOND);
    SortedSet<PgId> temporary = new TreeSet<>(client.admin().map().actingOverrides().keySet());
    assertThat(temporary).isNotEmpty();
    cluster.crashOsd(0);
    cluster.awaitUp(client, 3);
    cluster.world().runFor(5 * SECOND);
    Placement placement = new Placement();
    for (PgId group : temporary) {
      GroupMapping mapping = placement.locate(client.admin().map(), group);
      assertThat(mapping.acting().osds()).doesNotContain(new OsdId(0));
    }
    change(new Change.SetFlag(ClusterFlag.NORECOVER, false));
    assertThat(cluster.awaitClean(client, 120 * SECOND)).isTrue();
    assertThat(client.admin().map().actingOverrides()).isEmpty();
  }

  @Test
  void aPoolTakesItsBridgesWithIt() {
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
    change(new Change.SetFlag(ClusterFlag.NORECOVER, true));
    change(new Change.MarkOut(List.of(new OsdId(1))));
    cluster.world().runFor(5 * SECOND);
    assertThat(client.admin().map().actingOverrides()).isNotEmpty();
    // Updates under way end with the pool, too.
    CompletableFuture<?> last = pool.writeFullAsync("o1", ByteBuffer.wrap(new byte[10]));
    CompletableFuture<?> removal =
        client.admin().changeAsync(new Change.DeletePool("data", "data"));
    assertThat(Objects.requireNonNull(cluster.await(removal))).isNotNull();
    change(new Change.PurgePool(client.admin().map().removedPools().getFirst().id()));
    cluster.world().runFor(10 * SECOND);
    assertThat(last).isDone();
    assertThat(client.admin().map().actingOverrides()).isEmpty();
    for (int osd = 0; osd < 4; osd++) {
      assertThat(cluster.disks().groupsOn(osd)).isEmpty();
    }
  }
}
