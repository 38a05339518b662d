package io.pando.sim;

import static io.pando.sim.SimCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.client.Cluster;
import io.pando.client.Pool;
import io.pando.cluster.Change;
import io.pando.id.OsdId;
import io.pando.merkle.TreeDepth;
import io.pando.osd.config.OsdConfig;
import io.pando.osd.config.RecoverySettings;
import io.pando.osd.pg.replica.GroupConfig;
import io.pando.osd.pg.replica.RecoveryLimits;
import io.pando.random.Random64;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Much to recover, and trouble in the middle of it: OSDs go out and come in, so that whole groups
 * move while clients write; and OSDs that send or receive copies crash, are cut off, or are slow.
 */
class RecoveryStormTest {
  private static final int OBJECTS = 250;

  private final SortedMap<String, byte[]> still = new TreeMap<>();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void copiesAreCompleteAndRightInTheEnd(long seed) {
    Random64 random = new Random64(seed * 77 + 5);
    int osds = 4 + random.nextInt(2);
    SimCluster cluster =
        new SimCluster(seed, new SimCluster.Shape(1, osds, 2), settings(random)).formed();
    Cluster client = cluster.connect();
    cluster.await(
        client
            .admin()
            .changeAsync(new Change.CreatePool("data", 1 + random.nextInt(6), 3, 2, null)));
    Pool pool = client.pool("data");
    fill(cluster, pool, random);
    List<Writer> writers = new ArrayList<>();
    boolean[] goOn = {true};
    List<CompletableFuture<Void>> running = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      writers.add(new Writer(cluster.world(), pool, "w" + i));
      running.add(writers.get(i).run(() -> goOn[0]));
    }
    for (int round = 0; round < 4; round++) {
      move(cluster, client, random, osds);
    }
    goOn[0] = false;
    running.forEach(cluster::await);
    List<String> violations = new ArrayList<>();
    writers.forEach(writer -> violations.addAll(writer.violations()));
    assertThat(violations).isEmpty();
    assertThat(cluster.awaitClean(client, 120 * SECOND))
        .as("groups: %s", cluster.await(client.admin().groupsAsync()))
        .isTrue();
    check(cluster, pool, writers);
    cluster.world().runFor(SECOND);
    assertThat(cluster.compareReplicas(client.admin().map())).isEmpty();
  }

  private static OsdConfig settings(Random64 random) {
    OsdConfig usual = OsdConfig.defaults();
    GroupConfig group = usual.group();
    RecoveryLimits limits =
        new RecoveryLimits(
            4096,
            1024,
            new RecoveryLimits.BatchLimits(
                1 + random.nextInt(20),
                random.nextBoolean() ? 30_000 : 1 << 20,
                1 + random.nextInt(3)),
            1 + random.nextInt(40),
            new RecoveryLimits.IndexLimits(random.oneIn(3) ? 0 : 1 << 16, 1 + random.nextInt(20)),
            !random.oneIn(5));
    return new OsdConfig(
        usual.monitors(),
        usual.liveness(),
        usual.limits(),
        new RecoverySettings(
            1 + random.nextInt(2), 1 + random.nextInt(2), 50_000_000L, 100, 20_000_000L),
        usual.place(),
        new GroupConfig(
            group.log().withEntries(random.nextBoolean() ? 10 : 500),
            group.waits(),
            group.limits(),
            limits,
            random.nextBoolean() ? new TreeDepth(0, 6) : group.treeDepth(),
            group.scrub()));
  }

  private void fill(SimCluster cluster, Pool pool, Random64 random) {
    List<CompletableFuture<?>> writes = new ArrayList<>();
    for (int i = 0; i < OBJECTS; i++) {
      byte[] bytes = new byte[random.oneIn(10) ? random.nextInt(30_000) : random.nextInt(600)];
      random.nextBytes(bytes);
      still.put("still" + i, bytes);
      writes.add(pool.writeFullAsync("still" + i, ByteBuffer.wrap(bytes)));
    }
    writes.forEach(cluster::await);
  }

  /** An OSD goes out or all come in; while data moves, an OSD has an accident. */
  private void move(SimCluster cluster, Cluster client, Random64 random, int osds) {
    OsdId osd = new OsdId(random.nextInt(osds));
    boolean allIn = client.admin().map().osds().values().stream().allMatch(it -> it.in());
    Change change = allIn ? new Change.MarkOut(List.of(osd)) : new Change.MarkIn(all(osds));
    cluster.await(client.admin().changeAsync(change));
    for (int accidents = random.nextInt(4); accidents > 0; accidents--) {
      cluster.world().runFor(random.between(0, SECOND));
      accident(cluster, random);
    }
    for (int i = 0; i < osds; i++) {
      cluster.slowOsd(i, 0);
      if (!cluster.isAlive(i)) {
        cluster.startOsd(i);
      }
    }
    cluster.world().runFor(random.between(0, 6 * SECOND));
  }

  private static List<OsdId> all(int osds) {
    List<OsdId> all = new ArrayList<>();
    for (int i = 0; i < osds; i++) {
      all.add(new OsdId(i));
    }
    return all;
  }

  private static void accident(SimCluster cluster, Random64 random) {
    int victim = random.nextInt(cluster.size());
    switch (random.nextInt(4)) {
      case 0 -> cluster.slowOsd(victim, random.between(0, SECOND / 2));
      case 1 -> cluster.cutConnections(victim);
      default -> {
        if (cluster.isAlive(victim)) {
          cluster.crashOsd(victim);
          cluster.world().runFor(random.between(0, 4 * SECOND));
          cluster.startOsd(victim);
        }
      }
    }
  }

  private void check(SimCluster cluster, Pool pool, List<Writer> writers) {
    SortedMap<String, byte[]> expected = new TreeMap<>(still);
    writers.forEach(writer -> expected.putAll(writer.expected()));
    List<String> wrong = new ArrayList<>();
    expected.forEach((name, bytes) -> {
      if (!Arrays.equals(bytes, cluster.await(pool.readAsync(name)).toByteArray())) {
        wrong.add(name);
      }
    });
    assertThat(wrong).as("objects that are not what was acknowledged").isEmpty();
  }
}
