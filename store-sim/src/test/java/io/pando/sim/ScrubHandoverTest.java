package io.pando.sim;

import static io.pando.sim.SimCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.client.Cluster;
import io.pando.client.Pool;
import io.pando.cluster.Change;
import io.pando.group.ScrubKind;
import io.pando.group.ScrubRecord;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.osd.config.OsdConfig;
import io.pando.osd.pg.replica.ScrubLimits;
import io.pando.report.group.GroupReport;
import io.pando.sim.plan.Tuning;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A primary that was away while its group was scrubbed continues from what the others know. */
class ScrubHandoverTest {
  private final SimCluster cluster =
      new SimCluster(
          5,
          new SimCluster.Shape(1, 4, 2),
          Tuning.with(
              OsdConfig.defaults(),
              new TreeMap<>(Map.of("scrub", new ScrubLimits(0, 0, 0, 16, 8, false)))));

  private final Cluster client = cluster.formed().connect();
  private final PgId group;

  ScrubHandoverTest() {
    cluster.await(client.admin().changeAsync(new Change.CreatePool("data", 1, 3, 2, null)));
    Pool pool = client.pool("data");
    for (int i = 0; i < 30; i++) {
      cluster.await(pool.writeFullAsync("o" + i, ByteBuffer.wrap(new byte[1 + i])));
    }
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
    group = new PgId(pool.id(), 0);
  }

  private GroupReport query() {
    return cluster.await(client.admin().queryGroupAsync(group));
  }

  private ScrubRecord record() {
    return query().scrub().record();
  }

  private OsdId primary() {
    return query().stats().acting().osds().getFirst();
  }

  private void scrub(int times) {
    for (int i = 0; i < times; i++) {
      long number = cluster.await(client.admin().scrubAsync(group, ScrubKind.LIGHT));
      long deadline = cluster.world().nowNanos() + 60 * SECOND;
      cluster.world().runUntil(() -> record().finished() >= number, deadline);
      assertThat(record().finished()).isEqualTo(number);
    }
  }

  /** It keeps its data, which are brought up to date while another OSD leads. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aPrimaryThatWasOut(boolean crashed) {
    scrub(1);
    OsdId away = primary();
    if (crashed) {
      cluster.crashOsd(away.value());
    }
    cluster.await(client.admin().changeAsync(new Change.MarkOut(List.of(away))));
    cluster.world().runFor(10 * SECOND);
    assertThat(cluster.awaitClean(client, 120 * SECOND)).isTrue();
    assertThat(primary()).isNotEqualTo(away);
    scrub(2);
    ScrubRecord before = record();
    cluster.await(client.admin().changeAsync(new Change.MarkIn(List.of(away))));
    if (crashed) {
      cluster.startOsd(away.value());
      cluster.awaitUp(client, 4);
    }
    cluster.world().runFor(10 * SECOND);
    assertThat(cluster.awaitClean(client, 120 * SECOND)).isTrue();
    assertThat(primary()).isEqualTo(away);
    assertThat(record().finished()).isEqualTo(before.finished()).isEqualTo(3);
    assertThat(record().past().lightMillis()).isEqualTo(before.past().lightMillis());
  }
}
