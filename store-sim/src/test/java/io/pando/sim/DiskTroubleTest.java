package io.pando.sim;

import static io.pando.sim.SimCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.client.Cluster;
import io.pando.client.PandoException;
import io.pando.client.Pool;
import io.pando.cluster.Change;
import io.pando.id.OsdId;
import io.pando.random.Random64;
import io.pando.sim.disk.DiskFault;
import io.pando.sim.world.SimFailure;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Disks of whole clusters fail, fill up, are spoilt and lost. */
@ParameterizedClass
@EnumSource(
    value = SimSettings.Store.class,
    names = {"RAW", "KV", "FILE"})
class DiskTroubleTest {
  private final Random64 random = new Random64(6);
  private final SimSettings settings;
  private final SimCluster cluster;
  private final Cluster client;
  private final SortedMap<String, byte[]> content = new TreeMap<>();

  DiskTroubleTest(SimSettings.Store store) {
    this.settings = SimSettings.usual().with(store);
    this.cluster = new SimCluster(21, new SimCluster.Shape(1, 4, 2), settings).formed();
    this.client = cluster.connect();
  }

  private Pool pool() {
    cluster.await(client.admin().changeAsync(new Change.CreatePool("data", 8, 3, 2, null)));
    Pool pool = client.pool("data");
    write(pool, 0, 40);
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
    return pool;
  }

  private void write(Pool pool, int from, int to) {
    for (int i = from; i < to; i++) {
      byte[] bytes = new byte[1 + random.nextInt(20_000)];
      random.nextBytes(bytes);
      content.put("o" + i, bytes);
      cluster.await(pool.writeFullAsync("o" + i, ByteBuffer.wrap(bytes)));
    }
  }

  private void checkAll(Pool pool) {
    assertThat(cluster.awaitClean(client, 120 * SECOND)).isTrue();
    content.forEach((name, bytes) ->
        assertThat(Arrays.equals(cluster.await(pool.readAsync(name)).toByteArray(), bytes))
            .as(name)
            .isTrue());
    cluster.world().runFor(5 * SECOND);
    assertThat(cluster.compareReplicas(client.admin().map())).isEmpty();
    assertThat(cluster.disks().check()).isEmpty();
  }

  @Test
  void anOsdWhoseDiskFailsGivesUpAndComesBackOnAMendedOne() {
    Pool pool = pool();
    Fault failing = new Fault.Disk(new OsdId(1), new DiskFault.FailingWrites());
    cluster.apply(failing);
    write(pool, 40, 60);
    assertThat(cluster.isAlive(1)).isFalse();
    assertThat(cluster.deaths())
        .hasSize(1)
        .allMatch(death -> death.expected() && death.osd().equals(new OsdId(1)));
    cluster.lift(failing);
    cluster.startOsd(1);
    cluster.awaitUp(client, 4);
    checkAll(pool);
    assertThat(cluster.deaths()).hasSize(1);
  }

  @Test
  void anOsdThatLostItsDisksIsReplacedAndFilledAgain() {
    Pool pool = pool();
    cluster.replaceDisks(client, 2);
    cluster.awaitUp(client, 4);
    write(pool, 40, 60);
    checkAll(pool);
    assertThat(cluster.disks().groupsOn(2)).isNotEmpty();
    assertThat(cluster.deaths()).isEmpty();
  }

  @Test
  void nothingIsLostWhileOneDiskIsSlowAndAnotherReadsBadly() {
    Pool pool = pool();
    List<Fault> faults =
        List.of(
            new Fault.Disk(new OsdId(0), new DiskFault.Slow(SECOND / 20)),
            new Fault.Disk(new OsdId(3), new DiskFault.FailingReads(3)));
    faults.forEach(cluster::apply);
    write(pool, 30, 60);
    cluster.crashOsd(3);
    write(pool, 50, 70);
    cluster.startOsd(3);
    cluster.awaitUp(client, 4);
    faults.forEach(cluster::lift);
    checkAll(pool);
  }

  /** Others fill the file system of one OSD, which delays ordered work, and then continues. */
  @Test
  void anOsdWhoseDiskIsFullForAWhileGoesOn() {
    Pool pool = pool();
    Fault full = new Fault.Disk(new OsdId(1), new DiskFault.Full());
    cluster.apply(full);
    List<CompletableFuture<?>> writing = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      byte[] bytes = new byte[8_000];
      random.nextBytes(bytes);
      content.put("o" + i, bytes);
      writing.add(pool.writeFullAsync("o" + i, ByteBuffer.wrap(bytes)));
    }
    cluster.world().runFor(20 * SECOND);
    cluster.lift(full);
    cluster.world().runFor(20 * SECOND);
    writing.forEach(one -> isRefused(cluster, one));
    content.forEach(
        (name, bytes) -> cluster.await(pool.writeFullAsync(name, ByteBuffer.wrap(bytes))));
    checkAll(pool);
    assertThat(cluster.deaths()).isEmpty();
  }

  @Test
  void aFullClusterRefusesWritesAndGoesOnOnceObjectsAreRemoved() {
    SimSettings small = settings.withShardBytes(1 << 20);
    SimCluster tight = new SimCluster(4, new SimCluster.Shape(1, 3, 2), small).formed();
    Cluster user = tight.connect();
    tight.await(user.admin().changeAsync(new Change.CreatePool("data", 8, 3, 2, null)));
    Pool pool = user.pool("data");
    List<String> written = new ArrayList<>();
    CompletableFuture<?> writing = pool.writeFullAsync("o0", ByteBuffer.wrap(new byte[20_000]));
    while (!isRefused(tight, writing)) {
      written.add("o" + written.size());
      assertThat(written).hasSizeLessThan(200);
      writing = pool.writeFullAsync("o" + written.size(), ByteBuffer.wrap(new byte[20_000]));
    }
    assertThat(written).hasSizeGreaterThan(10);
    written.forEach(name -> tight.await(pool.removeAsync(name)));
    tight.world().runFor(10 * SECOND);
    tight.await(pool.writeFullAsync("again", ByteBuffer.wrap(new byte[20_000])));
    assertThat(tight.awaitClean(user, 60 * SECOND)).isTrue();
    assertThat(tight.disks().check()).isEmpty();
    assertThat(tight.deaths()).isEmpty();
  }

  private static boolean isRefused(SimCluster cluster, CompletableFuture<?> writing) {
    try {
      cluster.await(writing);
      return false;
    } catch (SimFailure e) {
      assertThat(e).hasRootCauseInstanceOf(PandoException.NoSpace.class);
      return true;
    }
  }
}
