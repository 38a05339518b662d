package io.pando.sim.run;

import static io.pando.sim.SimCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.client.Cluster;
import io.pando.client.ListCursor;
import io.pando.client.ListPage;
import io.pando.client.Pool;
import io.pando.cluster.Change;
import io.pando.cluster.ClusterFlag;
import io.pando.id.OsdId;
import io.pando.message.PeeringMessage;
import io.pando.osd.config.OsdConfig;
import io.pando.random.Random64;
import io.pando.sim.Fault;
import io.pando.sim.SimCluster;
import io.pando.sim.disk.DiskFault;
import io.pando.sim.plan.Tuning;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Old copies go once all is clean, and none of them returns. */
class PeeringStraysTest {
  private static final OsdId AWAY = new OsdId(0);

  /** Of some of them an OSD is a replica and not the primary. */
  private static final int MANY_GROUPS = 16;

  private final SortedMap<String, byte[]> content = new TreeMap<>();
  private final Random64 random = new Random64(5);
  private SimCluster cluster = new SimCluster(1, new SimCluster.Shape(1, 1, 1));
  private Cluster client = cluster.connect();

  private Pool begin(int maxLogEntries) {
    return begin(maxLogEntries, 4);
  }

  private Pool begin(int maxLogEntries, int groups) {
    OsdConfig usual = OsdConfig.defaults();
    SortedMap<String, Object> group = new TreeMap<>();
    group.put("maxLogEntries", maxLogEntries);
    SortedMap<String, Object> daemon = new TreeMap<>();
    daemon.put("group", Tuning.with(usual.group(), group));
    cluster =
        new SimCluster(13, new SimCluster.Shape(1, 4, 1), Tuning.with(usual, daemon)).formed();
    client = cluster.connect();
    change(new Change.CreatePool("data", groups, 2, 1, null));
    Pool pool = client.pool("data");
    for (int i = 0; i < 40; i++) {
      write(pool, "o" + i);
    }
    awaitClean();
    return pool;
  }

  private void change(Change change) {
    cluster.await(client.admin().changeAsync(change));
  }

  private void write(Pool pool, String name) {
    byte[] bytes = new byte[1 + random.nextInt(3_000)];
    random.nextBytes(bytes);
    content.put(name, bytes);
    cluster.await(pool.writeFullAsync(name, ByteBuffer.wrap(bytes)));
  }

  private void remove(Pool pool, String name) {
    content.remove(name);
    cluster.await(pool.removeAsync(name));
  }

  private void awaitClean() {
    assertThat(cluster.awaitClean(client, 120 * SECOND)).isTrue();
  }

  /** Removes, rewrites and makes objects. */
  private void churn(Pool pool) {
    for (int i = 0; i < 10; i++) {
      if (content.containsKey("o" + i)) {
        remove(pool, "o" + i);
      }
      write(pool, "o" + (10 + i));
      write(pool, "new" + i);
    }
    remove(pool, "new3");
    write(pool, "o4");
  }

  private void check(Pool pool) {
    awaitClean();
    SortedSet<String> listed = new TreeSet<>();
    ListCursor after = null;
    do {
      ListPage page = cluster.await(pool.listPageAsync(after, 100));
      listed.addAll(page.names());
      after = page.next();
    } while (after != null);
    assertThat(listed).isEqualTo(content.keySet());
    content.forEach((name, bytes) ->
        assertThat(cluster.await(pool.readAsync(name)).toByteArray()).as(name).isEqualTo(bytes));
    assertThat(cluster.compareReplicas(client.admin().map())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 2_000})
  void whoComesBackWithAnOldCopyBringsNothingBack(int maxLogEntries) {
    Pool pool = begin(maxLogEntries);
    cluster.crashOsd(AWAY.value());
    change(new Change.MarkDown(List.of(AWAY)));
    churn(pool);
    cluster.startOsd(AWAY.value());
    cluster.awaitUp(client, 4);
    check(pool);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 2_000})
  void anOldCopyThatNobodyNeedsIsRemovedWhenItsOsdComesBack(int maxLogEntries) {
    Pool pool = begin(maxLogEntries);
    cluster.crashOsd(AWAY.value());
    change(new Change.MarkDown(List.of(AWAY)));
    change(new Change.MarkOut(List.of(AWAY)));
    churn(pool);
    awaitClean();
    cluster.startOsd(AWAY.value());
    cluster.awaitUp(client, 4);
    cluster.world().runFor(10 * SECOND);
    assertThat(cluster.disks().groupsOn(AWAY.value())).isEmpty();
    check(pool);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 2_000})
  void groupsComeAndGoAndComeAgain(int maxLogEntries) {
    Pool pool = begin(maxLogEntries);
    for (int times = 0; times < 4; times++) {
      change(new Change.MarkOut(List.of(AWAY)));
      churn(pool);
      // Also in the midst of moving, and while old copies are being removed.
      cluster.world().runFor(random.between(0, 3 * SECOND));
      change(new Change.MarkIn(List.of(AWAY)));
      cluster.world().runFor(random.between(0, 3 * SECOND));
      churn(pool);
    }
    check(pool);
    change(new Change.MarkOut(List.of(AWAY)));
    awaitClean();
    cluster.world().runFor(10 * SECOND);
    assertThat(cluster.disks().groupsOn(AWAY.value())).isEmpty();
    change(new Change.MarkIn(List.of(AWAY)));
    check(pool);
  }

  /**
   * Its old copies take long to go. Until they are gone nothing new is made, and the interval in
   * which it is a member again has begun before.
   */
  @Test
  void whoComesBackWhileItsOldCopiesGoTakesPart() {
    Pool pool = begin(2_000, MANY_GROUPS);
    Fault slow = new Fault.Disk(AWAY, new DiskFault.Slow(20 * SECOND));
    boolean[] discarded = {false};
    cluster
        .fabric()
        .watch((_, _, message) -> {
          if (message instanceof PeeringMessage.Discard && !discarded[0]) {
            discarded[0] = true;
            cluster.apply(slow);
          }
        });
    change(new Change.MarkOut(List.of(AWAY)));
    long deadline = cluster.world().nowNanos() + 60 * SECOND;
    assertThat(cluster.world().runUntil(() -> discarded[0], deadline)).isTrue();
    change(new Change.MarkIn(List.of(AWAY)));
    for (int i = 0; i < 4; i++) {
      change(new Change.SetFlag(ClusterFlag.NOIN, i % 2 == 0));
    }
    cluster.lift(slow);
    check(pool);
  }
}
