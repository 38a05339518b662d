package io.pando.sim;

import static io.pando.sim.SimCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.client.Cluster;
import io.pando.client.Pool;
import io.pando.cluster.Change;
import io.pando.cluster.Compression;
import io.pando.cluster.Placement;
import io.pando.cluster.Replication;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.random.Random64;
import io.pando.report.OsdStats;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A pool whose bytes are kept compressed: less space, and all else as ever. */
class CompressedPoolTest {
  private final Random64 random = new Random64(5);
  private final SortedMap<String, byte[]> content = new TreeMap<>();
  private final SimCluster cluster = new SimCluster(12, new SimCluster.Shape(1, 4, 2)).formed();
  private final Cluster client = cluster.connect();

  private Pool pool(Compression compression) {
    cluster.await(
        client
            .admin()
            .changeAsync(
                new Change.CreatePool(
                    "data",
                    8,
                    new Change.CreatePool.Sizes(3, 2),
                    null,
                    Replication.PRIMARY,
                    compression)));
    return client.pool("data");
  }

  private void write(Pool pool, int from, int to) {
    for (int i = from; i < to; i++) {
      byte[] bytes = new byte[60_000 + random.nextInt(10_000)];
      for (int at = 0; at < bytes.length; at++) {
        bytes[at] = at % 64 < 8 ? (byte) random.nextInt(256) : (byte) i;
      }
      content.put("o" + i, bytes);
      cluster.await(pool.writeFullAsync("o" + i, ByteBuffer.wrap(bytes)));
    }
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
    cluster.world().runFor(5 * SECOND);
  }

  private long usedBytes() {
    long used = 0;
    for (int osd = 0; osd < cluster.size(); osd++) {
      used +=
          cluster.disks().stores(osd).stream().mapToLong(store -> store.usage().usedBytes()).sum();
    }
    return used;
  }

  private long replicatedBytes() {
    return 3L * content.values().stream().mapToLong(bytes -> bytes.length).sum();
  }

  private void checkAll(Pool pool) {
    content.forEach((name, bytes) ->
        assertThat(cluster.await(pool.readAsync(name)).toByteArray()).as(name).isEqualTo(bytes));
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
    cluster.world().runFor(5 * SECOND);
    assertThat(cluster.compareReplicas(client.admin().map())).isEmpty();
    assertThat(cluster.disks().check()).isEmpty();
  }

  @Test
  void aPoolTakesLessSpaceFromWhenItsOperatorSaysSo() {
    Pool pool = pool(Compression.NONE);
    write(pool, 0, 20);
    long plain = usedBytes();
    assertThat(plain).isGreaterThanOrEqualTo(replicatedBytes());
    cluster.await(client.admin().changeAsync(new Change.SetPool("data", "compression", "lz4")));
    write(pool, 0, 20);
    assertThat(usedBytes()).isLessThan(plain / 2);
    checkAll(pool);
    cluster.await(client.admin().changeAsync(new Change.SetPool("data", "compression", "none")));
    write(pool, 0, 20);
    assertThat(usedBytes()).isGreaterThanOrEqualTo(replicatedBytes());
    checkAll(pool);
  }

  @Test
  void copiesOnANewDiskAreCompressedToo() {
    Pool pool = pool(Compression.ZSTD);
    write(pool, 0, 20);
    long before = usedBytes();
    assertThat(before).isLessThan(replicatedBytes() / 2);
    cluster.replaceDisks(client, 2);
    cluster.awaitUp(client, 4);
    checkAll(pool);
    assertThat(usedBytes()).isBetween(before * 9 / 10, before * 11 / 10);
  }

  @Test
  void oneGoodCopyOfAUnitIsEnough() {
    Pool pool = pool(Compression.LZ4);
    write(pool, 0, 20);
    for (String name : content.keySet()) {
      ObjectId object = Placement.object(name);
      PgId group =
          Placement.group(
              Objects.requireNonNull(client.admin().map().pools().get(pool.id())), object);
      int damaged = 0;
      for (int osd = 0; osd < cluster.size() && damaged < 2; osd++) {
        if (cluster.disks().groupsOn(osd).contains(group)) {
          assertThat(cluster.disks().damage(osd, group, object, random.nextInt(50_000))).isTrue();
          damaged++;
        }
      }
    }
    content.forEach((name, bytes) ->
        assertThat(cluster.await(pool.readAsync(name)).toByteArray()).as(name).isEqualTo(bytes));
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
    cluster.world().runFor(5 * SECOND);
    long found =
        cluster.await(client.admin().osdsAsync()).stream()
            .mapToLong(OsdStats::damagedObjects)
            .sum();
    assertThat(found).isPositive();
    assertThat(cluster.compareReplicas(client.admin().map())).isEmpty();
    assertThat(usedBytes()).isLessThan(replicatedBytes() / 2);
  }
}
