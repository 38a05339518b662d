package io.pando.sim;

import static io.pando.sim.SimCluster.SECOND;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.client.Cluster;
import io.pando.client.Pool;
import io.pando.cluster.Change;
import io.pando.cluster.Placement;
import io.pando.cluster.ShardMapping;
import io.pando.group.ScrubKind;
import io.pando.id.PgId;
import io.pando.osd.config.OsdConfig;
import io.pando.osd.pg.replica.ScrubLimits;
import io.pando.report.group.CopyFault;
import io.pando.report.group.InconsistentObject;
import io.pando.sim.plan.Tuning;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One of two copies disappears. Neither a majority of copies nor the log tells whether the object
 * should exist: the version index does.
 */
class LostCopyTest {
  private static final String OBJECT = "kept";
  private static final int LOG_ENTRIES = 4;
  private static final int LATER_UPDATES = 40;

  private final SimCluster cluster =
      new SimCluster(5, new SimCluster.Shape(1, 2, 1), shortLogs()).formed();
  private final Cluster client = cluster.connect();
  private final Pool pool;
  private final PgId group;

  LostCopyTest() {
    cluster.await(client.admin().changeAsync(new Change.CreatePool("data", 1, 2, 1, null)));
    pool = client.pool("data");
    group = new PgId(pool.id(), 0);
  }

  private static OsdConfig shortLogs() {
    ScrubLimits none = new ScrubLimits(0, 0, 0, 16, 8, false);
    return Tuning.with(
        OsdConfig.defaults(), new TreeMap<>(Map.of("maxLogEntries", LOG_ENTRIES, "scrub", none)));
  }

  private void write(String name, String content) {
    cluster.await(pool.writeFullAsync(name, ByteBuffer.wrap(content.getBytes(UTF_8))));
  }

  /** Updates of other objects, until the log tells nothing of earlier ones. */
  private void leaveTheLog() {
    for (int i = 0; i < LATER_UPDATES; i++) {
      write("later " + i, "later");
    }
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
    cluster.world().runFor(SECOND);
  }

  private void behindTheBack(int osd, StoreOp op) {
    var described = Objects.requireNonNull(client.admin().map().pools().get(pool.id()));
    var stores = cluster.disks().stores(osd);
    stores
        .get(ShardMapping.shardOf(described, group, stores.size()))
        .submit(new Transaction(List.of(op), false), _ -> {});
    cluster.world().runFor(SECOND);
  }

  private List<InconsistentObject> scrub(ScrubKind kind) {
    long number = cluster.await(client.admin().scrubAsync(group, kind));
    long deadline = cluster.world().nowNanos() + 120 * SECOND;
    cluster.world().runUntil(() -> finished() >= number, deadline);
    assertThat(finished()).as("%s scrub", kind).isGreaterThanOrEqualTo(number);
    cluster.world().runFor(10 * SECOND);
    return cluster.await(client.admin().queryGroupAsync(group)).scrub().inconsistent();
  }

  private long finished() {
    return cluster.await(client.admin().queryGroupAsync(group)).scrub().record().finished();
  }

  /** The first light scrub puts the tree right, after which both trees agree with their stores. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void theIndexProvesThatThereIsAnObject(int osd) {
    write(OBJECT, "content");
    leaveTheLog();
    behindTheBack(osd, new StoreOp.Remove(CollectionId.of(group), Placement.object(OBJECT)));
    for (ScrubKind kind : List.of(ScrubKind.LIGHT, ScrubKind.LIGHT, ScrubKind.DEEP)) {
      List<InconsistentObject> found = scrub(kind);
      assertThat(found).as("%s scrub", kind).hasSize(1);
      assertThat(found.getFirst().provable()).as("%s scrub", kind).isTrue();
      assertThat(found.getFirst().bad())
          .singleElement()
          .satisfies(bad -> {
            assertThat(bad.osd().value()).isEqualTo(osd);
            assertThat(bad.faults()).containsExactly(CopyFault.MISSING);
          });
    }
    assertThat(scrub(ScrubKind.REPAIR)).isEmpty();
    assertThat(cluster.compareAllCopies(client.admin().map())).isEmpty();
    assertThat(cluster.await(pool.readAsync(OBJECT, 0, 100))).isNotNull();
  }
}
