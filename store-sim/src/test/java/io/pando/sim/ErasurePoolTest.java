package io.pando.sim;

import static io.pando.sim.SimCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.client.Cluster;
import io.pando.client.Pool;
import io.pando.cluster.Change;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.Placement;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.ShardMapping;
import io.pando.group.ScrubKind;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.ReplicaId;
import io.pando.osd.config.OsdConfig;
import io.pando.osd.pg.replica.ScrubLimits;
import io.pando.port.ObjectStore;
import io.pando.random.Random64;
import io.pando.report.group.CopyFault;
import io.pando.report.group.GroupScrub;
import io.pando.report.group.InconsistentObject;
import io.pando.sim.plan.Tuning;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An erasure-coded pool of a whole cluster: written, read, broken and mended. */
class ErasurePoolTest {
  private final Random64 random = new Random64(6);
  private final SimCluster cluster =
      new SimCluster(
              21,
              new SimCluster.Shape(1, 7, 2),
              Tuning.with(
                  OsdConfig.defaults(),
                  new TreeMap<>(Map.of("scrub", new ScrubLimits(0, 0, 0, 16, 8, false)))))
          .formed();
  private final Cluster client = cluster.connect();
  private final SortedMap<String, byte[]> content = new TreeMap<>();

  private Pool pool(String code) {
    cluster.await(client.admin().changeAsync(new Change.CreateErasurePool("data", 4, code)));
    return client.pool("data");
  }

  private byte[] bytes(int most) {
    byte[] bytes = new byte[1 + random.nextInt(most)];
    random.nextBytes(bytes);
    return bytes;
  }

  private void write(Pool pool, int from, int to) {
    for (int i = from; i < to; i++) {
      byte[] bytes = bytes(200_000);
      content.put("o" + i, bytes);
      cluster.await(pool.writeFullAsync("o" + i, ByteBuffer.wrap(bytes)));
    }
  }

  private void writeParts(Pool pool, int times) {
    for (int i = 0; i < times; i++) {
      String name = "o" + random.nextInt(content.size());
      byte[] old = content.getOrDefault(name, new byte[0]);
      byte[] part = bytes(50_000);
      int offset = random.nextInt(old.length + 10_000);
      byte[] now = Arrays.copyOf(old, Math.max(old.length, offset + part.length));
      System.arraycopy(part, 0, now, offset, part.length);
      content.put(name, now);
      cluster.await(pool.writeAsync(name, offset, ByteBuffer.wrap(part)));
    }
  }

  private void readAll(Pool pool) {
    content.forEach((name, bytes) ->
        assertThat(Arrays.equals(cluster.await(pool.readAsync(name)).toByteArray(), bytes))
            .as(name)
            .isTrue());
  }

  @Test
  void objectsAreWrittenInPartsAndRead() {
    Pool pool = pool("4+2");
    write(pool, 0, 20);
    readAll(pool);
    writeParts(pool, 40);
    readAll(pool);
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
  }

  @Test
  void lostFragmentsAreDecodedAndRebuilt() {
    Pool pool = pool("4+2");
    write(pool, 0, 20);
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
    cluster.crashOsd(2);
    readAll(pool);
    writeParts(pool, 20);
    readAll(pool);
    cluster.startOsd(2);
    assertThat(cluster.awaitClean(client, 120 * SECOND)).isTrue();
    cluster.crashOsd(3);
    cluster.crashOsd(4);
    cluster.world().runFor(30 * SECOND);
    cluster.startOsd(3);
    cluster.startOsd(4);
    readAll(pool);
    assertThat(cluster.awaitClean(client, 120 * SECOND)).isTrue();
    readAll(pool);
  }

  /** Changes a byte of one fragment behind the daemon's back. */
  private PgId spoil(Pool pool, String name, int position) {
    PoolInfo info = Objects.requireNonNull(client.admin().map().pools().get(pool.id()));
    PgId group = Placement.group(info, Placement.object(name));
    GroupMapping mapping = new Placement().locate(client.admin().map(), group);
    OsdId osd = mapping.acting().positions().get(position).orElseThrow();
    List<? extends ObjectStore> stores = cluster.disks().stores(osd.value());
    stores
        .get(ShardMapping.shardOf(info, group, stores.size()))
        .submit(
            new Transaction(
                List.of(
                    new StoreOp.Write(
                        CollectionId.of(new ReplicaId(group, position)),
                        Placement.object(name),
                        100,
                        Payload.utf8("no!"))),
                false),
            _ -> {});
    return group;
  }

  private GroupScrub scrub(PgId group, ScrubKind kind) {
    long number = cluster.await(client.admin().scrubAsync(group, kind));
    long deadline = cluster.world().nowNanos() + 120 * SECOND;
    GroupScrub scrub = cluster.await(client.admin().queryGroupAsync(group)).scrub();
    while (scrub.record().finished() < number && cluster.world().nowNanos() < deadline) {
      cluster.world().runFor(SECOND / 4);
      scrub = cluster.await(client.admin().queryGroupAsync(group)).scrub();
    }
    assertThat(scrub.record().finished()).isGreaterThanOrEqualTo(number);
    return scrub;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 5})
  void aWrongFragmentIsFoundAndRebuilt(int position) {
    Pool pool = pool("4+2");
    for (int i = 0; i < 10; i++) {
      byte[] bytes = new byte[100_000];
      random.nextBytes(bytes);
      content.put("o" + i, bytes);
      cluster.await(pool.writeFullAsync("o" + i, ByteBuffer.wrap(bytes)));
    }
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
    PgId group = spoil(pool, "o3", position);
    assertThat(scrub(group, ScrubKind.LIGHT).inconsistent()).as("reads no bytes").isEmpty();
    List<InconsistentObject> found = scrub(group, ScrubKind.DEEP).inconsistent();
    assertThat(found).hasSize(1);
    assertThat(found.getFirst().object().name()).isEqualTo("o3");
    assertThat(found.getFirst().provable()).isTrue();
    assertThat(found.getFirst().bad()).hasSize(1);
    assertThat(found.getFirst().bad().getFirst().faults()).containsExactly(CopyFault.BYTES);
    assertThat(found.getFirst().bad().getFirst().member().position()).isEqualTo(position);
    GroupScrub _ = scrub(group, ScrubKind.REPAIR);
    assertThat(cluster.awaitClean(client, 120 * SECOND)).isTrue();
    assertThat(scrub(group, ScrubKind.DEEP).inconsistent()).isEmpty();
    readAll(pool);
  }
}
