package io.pando.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.client.Cluster;
import io.pando.client.Pool;
import io.pando.cluster.Change;
import io.pando.cluster.Replication;
import io.pando.id.OsdId;
import io.pando.report.Durations;
import io.pando.report.OsdPerformance;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The work that OSDs report is the work that clients requested. */
class PerformanceTest {
  private static final int WRITES = 30;
  private static final int READS = 20;
  private static final int BYTES = 5_000;

  private final SimCluster cluster =
      new SimCluster(11, new SimCluster.Shape(1, 3, 2), SimSettings.usual()).formed();
  private final Cluster client = cluster.connect();

  private List<OsdPerformance> ask() {
    List<OsdPerformance> all = new ArrayList<>();
    for (int osd = 0; osd < 3; osd++) {
      all.add(cluster.await(client.admin().performanceAsync(new OsdId(osd))));
    }
    return all;
  }

  private static long sum(List<OsdPerformance> all, ToLongFunction<OsdPerformance> figure) {
    return all.stream().mapToLong(figure).sum();
  }

  private static Durations stage(List<OsdPerformance> all, String name) {
    return all.stream()
        .map(it -> it.store().stages().getOrDefault(name, Durations.NONE))
        .reduce(Durations.NONE, Durations::plus);
  }

  @ParameterizedTest
  @EnumSource(Replication.class)
  void countsAreThoseOfClients(Replication replication) {
    cluster.await(
        client.admin().changeAsync(new Change.CreatePool("data", 8, 3, 2, null, replication)));
    Pool pool = client.pool("data");
    cluster.await(pool.writeFullAsync("first", ByteBuffer.allocate(1)));
    List<OsdPerformance> before = ask();
    for (int i = 0; i < WRITES; i++) {
      cluster.await(pool.writeFullAsync("o" + i, ByteBuffer.allocate(BYTES)));
    }
    for (int i = 0; i < READS; i++) {
      cluster.await(pool.readAsync("o" + i));
    }
    cluster.world().runFor(SimCluster.SECOND);
    List<OsdPerformance> now = new ArrayList<>();
    List<OsdPerformance> after = ask();
    for (int i = 0; i < 3; i++) {
      now.add(after.get(i).since(before.get(i)));
    }
    assertThat(sum(now, it -> it.served().clients().writes())).isEqualTo(WRITES);
    assertThat(sum(now, it -> it.served().clients().reads())).isEqualTo(READS);
    assertThat(sum(now, it -> it.served().clients().writtenBytes())).isEqualTo(WRITES * BYTES);
    assertThat(sum(now, it -> it.served().clients().readBytes())).isEqualTo(READS * BYTES);
    assertThat(sum(now, it -> it.served().replicas().replicaUpdates())).isEqualTo(2 * WRITES);
    assertThat(sum(now, it -> it.served().replicas().replicaBytes())).isEqualTo(2 * WRITES * BYTES);
    assertThat(stage(now, "read").count()).isEqualTo(READS);
    for (String name : List.of("write", "write.order", "write.local", "write.replicas")) {
      assertThat(stage(now, name).count()).as(name).isEqualTo(WRITES);
    }
    assertThat(stage(now, "write.replicas").totalNanos())
        .isGreaterThanOrEqualTo(stage(now, "write.local").totalNanos());
    assertThat(stage(now, "write").totalNanos())
        .isEqualTo(
            stage(now, "write.order").totalNanos() + stage(now, "write.replicas").totalNanos());
    assertThat(stage(now, "persist").count()).isGreaterThanOrEqualTo(3 * WRITES);
  }

  @Test
  void anOsdThatIsNotThereDoesNotAnswer() {
    assertThatThrownBy(() -> cluster.await(client.admin().performanceAsync(new OsdId(9))))
        .hasMessageContaining("osd.9 is not in the map");
  }
}
