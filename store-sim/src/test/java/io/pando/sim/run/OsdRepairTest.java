package io.pando.sim.run;

import static io.pando.sim.SimCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.client.Cluster;
import io.pando.client.Pool;
import io.pando.cluster.Change;
import io.pando.cluster.Placement;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.random.Random64;
import io.pando.sim.Fault;
import io.pando.sim.SimCluster;
import io.pando.sim.audit.Audit;
import io.pando.sim.disk.DiskFault;
import io.pando.sim.plan.Knobs;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Damaged bytes, OSDs that lose their place, pools that go. */
class OsdRepairTest {
  private final Random64 random = new Random64(5);

  private SimCluster cluster = new SimCluster(1, new SimCluster.Shape(1, 1, 1));
  private Cluster client = cluster.connect();
  private final SortedMap<String, byte[]> content = new TreeMap<>();

  private Pool begin(int osds) {
    cluster =
        new SimCluster(11, new SimCluster.Shape(1, osds, 2), Knobs.draw(random).settings())
            .formed();
    client = cluster.connect();
    cluster.await(client.admin().changeAsync(new Change.CreatePool("data", 4, 3, 2, null)));
    Pool pool = client.pool("data");
    for (int i = 0; i < 60; i++) {
      byte[] bytes = new byte[1 + random.nextInt(20_000)];
      random.nextBytes(bytes);
      content.put("o" + i, bytes);
      cluster.await(pool.writeFullAsync("o" + i, ByteBuffer.wrap(bytes)));
    }
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
    return pool;
  }

  private void damage(Pool pool, String name, int osd) {
    damage(pool, name, osd, random.nextInt(Objects.requireNonNull(content.get(name)).length));
  }

  private void damageEverywhere(Pool pool, String name) {
    int offset = random.nextInt(Objects.requireNonNull(content.get(name)).length);
    for (int osd = 0; osd < 3; osd++) {
      damage(pool, name, osd, offset);
    }
  }

  private void damage(Pool pool, String name, int osd, int offset) {
    ObjectId object = Placement.object(name);
    PgId group =
        Placement.group(
            Objects.requireNonNull(client.admin().map().pools().get(pool.id())), object);
    assertThat(cluster.disks().damage(osd, group, object, offset)).isTrue();
  }

  private void checkContent(Pool pool) {
    content.forEach((name, bytes) ->
        assertThat(cluster.await(pool.readAsync(name)).toByteArray()).as(name).isEqualTo(bytes));
  }

  @Test
  void damagedBytesAreFetchedFromAReplicaAndNeverServed() {
    Pool pool = begin(3);
    for (String name : content.keySet()) {
      int good = random.nextInt(3);
      for (int osd = 0; osd < 3; osd++) {
        if (osd != good) {
          damage(pool, name, osd);
        }
      }
    }
    checkContent(pool);
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
  }

  @Test
  void damageOnEveryReplicaIsSaidAndNotServed() {
    Pool pool = begin(3);
    damageEverywhere(pool, "o7");
    assertThatThrownBy(() -> cluster.await(pool.readAsync("o7")))
        .hasMessageContaining("no replica has good bytes");
    content.remove("o7");
    checkContent(pool);
  }

  @Test
  void whatNoDiskCanReadForAWhileIsThereAgainAfterwards() {
    Pool pool = begin(3);
    List<Fault> faults =
        IntStream.range(0, 3)
            .<Fault>mapToObj(it -> new Fault.Disk(new OsdId(it), new DiskFault.FailingReads(1)))
            .toList();
    faults.forEach(cluster::apply);
    for (String name : List.of("o7", "o8")) {
      assertThatThrownBy(() -> cluster.await(pool.readAsync(name)))
          .hasMessageContaining("no replica has good bytes");
    }
    faults.forEach(cluster::lift);
    cluster.world().runFor(60 * SECOND);
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
    checkContent(pool);
    assertThat(cluster.compareReplicas(client.admin().map())).isEmpty();
  }

  @Test
  void aPartOfADamagedBlockIsWrittenOnceTheRestIsGoodAgain() {
    Pool pool = begin(3);
    for (String name : content.keySet()) {
      byte[] bytes = Objects.requireNonNull(content.get(name));
      if (bytes.length > 2) {
        damage(pool, name, random.nextInt(3));
        bytes[1] ^= 1;
        cluster.await(pool.writeAsync(name, 1, ByteBuffer.wrap(new byte[] {bytes[1]})));
      }
    }
    checkContent(pool);
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
  }

  @Test
  void whatIsDamagedEverywhereCanBeReplacedOrRemoved() {
    Pool pool = begin(3);
    List.of("o7", "o8", "o9").forEach(name -> damageEverywhere(pool, name));
    for (String name : List.of("o7", "o8", "o9")) {
      assertThatThrownBy(() -> cluster.await(pool.readAsync(name)))
          .hasMessageContaining("no replica has good bytes");
    }
    byte[] bytes = {1, 2, 3};
    cluster.await(pool.writeFullAsync("o7", ByteBuffer.wrap(bytes)));
    cluster.await(pool.removeAsync("o8"));
    assertThatThrownBy(() -> cluster.await(pool.writeAsync("o9", 1, ByteBuffer.wrap(bytes))))
        .hasMessageContaining("no replica has good bytes");
    content.put("o7", bytes);
    content.remove("o8");
    content.remove("o9");
    checkContent(pool);
    cluster.await(pool.removeAsync("o9"));
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
    for (String removed : List.of("o8", "o9")) {
      assertThatThrownBy(() -> cluster.await(pool.statAsync(removed)))
          .hasMessageContaining(removed);
    }
    assertThat(cluster.compareReplicas(client.admin().map())).isEmpty();
  }

  @Test
  void dataMovesWhenAnOsdGoesOutAndItsOldCopiesAreRemoved() {
    Pool pool = begin(5);
    for (int osd = 0; osd < 2; osd++) {
      cluster.await(client.admin().changeAsync(new Change.MarkOut(List.of(new OsdId(osd)))));
    }
    assertThat(cluster.awaitClean(client, 120 * SECOND)).isTrue();
    checkContent(pool);
    cluster.world().runFor(10 * SECOND);
    assertThat(cluster.disks().groupsOn(0)).isEmpty();
    assertThat(cluster.disks().groupsOn(1)).isEmpty();
    assertThat(new Audit(cluster, client.admin().map()).copies()).isEmpty();
  }

  @Test
  void aRemovedPoolLeavesNothingBehindAlsoOnAnOsdThatWasAway() {
    begin(3);
    cluster.crashOsd(2);
    cluster.await(client.admin().changeAsync(new Change.DeletePool("data", "data")));
    PoolId removed = client.admin().map().removedPools().getFirst().id();
    cluster.await(client.admin().changeAsync(new Change.PurgePool(removed)));
    cluster.world().runFor(5 * SECOND);
    cluster.startOsd(2);
    cluster.awaitUp(client, 3);
    cluster.world().runFor(5 * SECOND);
    for (int osd = 0; osd < 3; osd++) {
      assertThat(cluster.disks().groupsOn(osd)).isEmpty();
    }
  }
}
