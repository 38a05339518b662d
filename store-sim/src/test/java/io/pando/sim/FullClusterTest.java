package io.pando.sim;

import static io.pando.sim.SimCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.client.Cluster;
import io.pando.client.PandoException;
import io.pando.client.Pool;
import io.pando.cluster.Change;
import io.pando.cluster.fullness.FullRatio;
import io.pando.cluster.fullness.FullRatios;
import io.pando.cluster.fullness.FullnessLevel;
import io.pando.cluster.fullness.PoolQuota;
import io.pando.report.Health;
import io.pando.sim.world.SimFailure;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** OSDs of a whole cluster fill up by the ratios in the map, and have space again. */
class FullClusterTest {
  private static final int SIZE = 20_000;

  private final SimCluster cluster =
      new SimCluster(
              4,
              new SimCluster.Shape(3, 3, 2),
              SimSettings.usual().with(SimSettings.Store.RAW).withShardBytes(8 << 20))
          .formed();
  private final Cluster client = cluster.connect();
  private int written;

  private Pool pool() {
    change(new Change.CreatePool("data", 4, 3, 2, null));
    return client.pool("data");
  }

  private void change(Change change) {
    cluster.await(client.admin().changeAsync(change));
  }

  /** Every OSD is full from a few per cent on. */
  private void lowerRatios() {
    change(new Change.SetFullRatio(FullRatio.NEARFULL, 10));
    change(new Change.SetFullRatio(FullRatio.BACKFILLFULL, 20));
    change(new Change.SetFullRatio(FullRatio.FULL, 40));
  }

  private boolean isFull() {
    return client.admin().map().fullness().levels().containsValue(FullnessLevel.FULL);
  }

  private CompletableFuture<?> write(Pool pool, String name) {
    return pool.writeFullAsync(name, ByteBuffer.wrap(new byte[SIZE]));
  }

  /** Writes until the map says that an OSD is full. */
  private void fill(Pool pool) {
    while (!isFull()) {
      assertThat(written).isLessThan(200);
      cluster.await(write(pool, "o" + written++));
      cluster.world().runFor(SECOND / 5);
    }
  }

  private List<String> codes() {
    return cluster.await(client.admin().statusAsync()).health().checks().stream()
        .map(Health.Check::code)
        .toList();
  }

  private void assertRefused(CompletableFuture<?> writing) {
    try {
      cluster.await(writing);
    } catch (SimFailure e) {
      assertThat(e).hasRootCauseInstanceOf(PandoException.NoSpace.class);
      return;
    }
    throw new AssertionError("it was not refused");
  }

  private void await(String what, BooleanSupplier condition) {
    long deadline = cluster.world().nowNanos() + 60 * SECOND;
    assertThat(cluster.world().runUntil(condition, deadline)).as(what).isTrue();
  }

  private void assertSound() {
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
    cluster.world().runFor(3 * SECOND);
    assertThat(codes()).isEmpty();
    assertThat(cluster.disks().check()).isEmpty();
    assertThat(cluster.deaths()).isEmpty();
  }

  @Test
  void onAFullClusterOnlyRemovalsAreDoneUntilThereIsSpaceAgain() {
    Pool pool = pool();
    lowerRatios();
    fill(pool);
    assertThat(codes()).contains("OSD_FULL", "POOL_FULL");
    assertRefused(write(pool, "more"));
    assertThat(cluster.await(pool.readAsync("o0")).toByteArray()).hasSize(SIZE);
    CompletableFuture<?> patient =
        write(pool.waitingForSpace().withTimeout(Duration.ofMinutes(5)), "patient");
    cluster.world().runFor(20 * SECOND);
    assertThat(patient).isNotDone();
    for (int i = 0; i < written; i++) {
      cluster.await(pool.removeAsync("o" + i));
    }
    await("space", () -> !isFull());
    cluster.await(patient);
    cluster.await(write(pool, "more"));
    assertSound();
  }

  @Test
  void anOperatorWhoRaisesTheRatioLetsClientsGoOn() {
    Pool pool = pool();
    lowerRatios();
    fill(pool);
    assertRefused(write(pool, "more"));
    change(new Change.SetFullRatio(FullRatio.FULL, FullRatios.DEFAULT.full()));
    change(new Change.SetFullRatio(FullRatio.BACKFILLFULL, FullRatios.DEFAULT.backfillfull()));
    change(new Change.SetFullRatio(FullRatio.NEARFULL, FullRatios.DEFAULT.nearfull()));
    cluster.await(write(pool, "more"));
    assertSound();
  }

  @Test
  void aPoolOfAFullClusterCanBeRemovedWhichMakesSpace() {
    Pool pool = pool();
    lowerRatios();
    fill(pool);
    change(new Change.DeletePool("data", "data"));
    change(new Change.PurgePool(pool.id()));
    await("space", () -> !isFull());
    change(new Change.CreatePool("other", 4, 3, 2, null));
    cluster.await(write(client.pool("other"), "again"));
    assertSound();
  }

  /** A level outlives the leader that set it, and the OSD's restart. */
  @Test
  void anOsdStaysFullWhileMonitorsAndOsdsStartAgain() {
    Pool pool = pool();
    lowerRatios();
    fill(pool);
    for (int monitor = 0; monitor < 3; monitor++) {
      cluster.crashMonitor(monitor);
      cluster.restartMonitor(monitor);
      cluster.world().runFor(2 * SECOND);
    }
    for (int osd = 0; osd < 3; osd++) {
      cluster.crashOsd(osd);
      cluster.startOsd(osd);
      cluster.awaitUp(client, 3);
      assertThat(isFull()).isTrue();
    }
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
    assertRefused(write(pool, "more"));
  }

  @Test
  void aPoolThatHasReachedItsQuotaTakesRemovalsOnly() {
    Pool pool = pool();
    change(new Change.CreatePool("other", 4, 3, 2, null));
    for (int i = 0; i < 5; i++) {
      cluster.await(write(pool, "o" + i));
    }
    change(new Change.SetQuota("data", PoolQuota.Limit.MAX_OBJECTS, 5, true));
    await("the mark", () -> client.admin().map().poolNamed("data").orElseThrow().isFull());
    assertThat(codes()).containsExactly("POOL_FULL");
    assertRefused(write(pool, "more"));
    cluster.await(write(client.pool("other"), "more"));
    CompletableFuture<?> patient =
        write(pool.waitingForSpace().withTimeout(Duration.ofMinutes(5)), "patient");
    cluster.world().runFor(20 * SECOND);
    assertThat(patient).isNotDone();
    cluster.await(pool.removeAsync("o0"));
    cluster.await(patient);
    await("the mark", () -> client.admin().map().poolNamed("data").orElseThrow().isFull());
    try {
      change(new Change.SetQuota("data", PoolQuota.Limit.MAX_OBJECTS, 4, false));
    } catch (SimFailure e) {
      assertThat(e).hasRootCauseInstanceOf(PandoException.Rejected.class);
      assertThat(e).hasStackTraceContaining("stores 100000 bytes in 5 objects");
    }
    change(new Change.SetQuota("data", PoolQuota.Limit.MAX_OBJECTS, 0, false));
    cluster.await(write(pool, "more"));
    assertSound();
  }
}
