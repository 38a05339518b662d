package io.pando.sim;

import static io.pando.sim.SimCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.client.Cluster;
import io.pando.client.Pool;
import io.pando.cluster.Change;
import io.pando.id.PgId;
import io.pando.osd.config.OsdConfig;
import io.pando.report.group.GroupReport;
import io.pando.report.group.GroupStats;
import io.pando.sim.plan.Tuning;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** An OSD is away for many more writes than a log holds. */
class RecoveryOutageTest {
  private static final int MAX_ENTRIES = 64;
  private static final int OBJECTS = 400;
  private static final int WRITES = 4_000;
  private static final int AT_A_TIME = 20;

  private static OsdConfig settings() {
    return Tuning.with(OsdConfig.defaults(), new TreeMap<>(Map.of("maxLogEntries", MAX_ENTRIES)));
  }

  private static ByteBuffer content(int turn, int number) {
    return ByteBuffer.wrap((turn + "/" + number).getBytes(StandardCharsets.UTF_8));
  }

  private static void write(SimCluster cluster, Pool pool, int turn, int from, int count) {
    List<CompletableFuture<?>> writes = new ArrayList<>();
    for (int i = from; i < from + count; i++) {
      int number = i % OBJECTS;
      writes.add(pool.writeFullAsync("o" + number, content(turn, number)));
    }
    writes.forEach(cluster::await);
  }

  @Test
  void theOthersKeepNoMoreThanALogAndWhoWasAwayIsFilled() {
    SimCluster cluster = new SimCluster(21, new SimCluster.Shape(1, 3, 1), settings()).formed();
    Cluster client = cluster.connect();
    cluster.await(client.admin().changeAsync(new Change.CreatePool("data", 1, 3, 2, null)));
    Pool pool = client.pool("data");
    write(cluster, pool, 0, 0, OBJECTS);
    PgId group = cluster.await(client.admin().groupsAsync()).getFirst().group();
    cluster.crashOsd(2);
    cluster.awaitUp(client, 2);
    for (int turn = 1; turn <= WRITES / OBJECTS; turn++) {
      for (int from = 0; from < OBJECTS; from += AT_A_TIME) {
        write(cluster, pool, turn, from, AT_A_TIME);
      }
      GroupReport report = cluster.await(client.admin().queryGroupAsync(group));
      long entries = report.info().lastUpdate().counter() - report.info().logTail().counter();
      // What is under way is not trimmed, and a little slack saves work.
      assertThat(entries)
          .as("entries of the log")
          .isLessThanOrEqualTo(MAX_ENTRIES + MAX_ENTRIES / 16 + 2 * AT_A_TIME);
    }
    GroupStats away = cluster.await(client.admin().groupsAsync()).getFirst();
    assertThat(away.degraded()).isEqualTo(OBJECTS);
    cluster.startOsd(2);
    cluster.awaitUp(client, 3);
    // Objects it has in an old version are replaced, new ones brought, removed ones removed.
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
    GroupStats whole = cluster.await(client.admin().groupsAsync()).getFirst();
    assertThat(whole.degraded()).isZero();
    assertThat(cluster.compareReplicas(client.admin().map())).isEmpty();
    cluster.crashOsd(whole.acting().osds().getFirst().value());
    for (int i = 0; i < OBJECTS; i++) {
      byte[] read = cluster.await(pool.readAsync("o" + i)).toByteArray();
      assertThat(ByteBuffer.wrap(read)).isEqualTo(content(WRITES / OBJECTS, i));
    }
    assertThat(Objects.requireNonNull(whole.waitsFor())).isEmpty();
  }
}
