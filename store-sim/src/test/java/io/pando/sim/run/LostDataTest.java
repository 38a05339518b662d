package io.pando.sim.run;

import static io.pando.sim.SimCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.client.Cluster;
import io.pando.client.Pool;
import io.pando.cluster.Change;
import io.pando.cluster.ClusterFlag;
import io.pando.id.OsdId;
import io.pando.osd.config.OsdConfig;
import io.pando.report.Health.Check;
import io.pando.report.group.GroupReport;
import io.pando.report.group.GroupState;
import io.pando.report.group.GroupStats;
import io.pando.report.group.MissingObject;
import io.pando.sim.SimCluster;
import io.pando.sim.plan.Tuning;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Data of OSDs are given up: objects that other OSDs have are recovered, and objects that no OSD
 * has are reported as lost.
 */
class LostDataTest {
  private final SimCluster cluster =
      new SimCluster(11, new SimCluster.Shape(1, 5, 1), shortLogs()).formed();
  private final Cluster client = cluster.connect();

  /** So that an empty OSD has to be filled: neither log nor index tells it what it lacks. */
  private static OsdConfig shortLogs() {
    OsdConfig usual = OsdConfig.defaults();
    SortedMap<String, Object> recovery = new TreeMap<>();
    recovery.put("indexChanges", 0);
    SortedMap<String, Object> group = new TreeMap<>();
    group.put("maxLogEntries", 2);
    group.put("recovery", Tuning.with(usual.group().recovery(), recovery));
    SortedMap<String, Object> daemon = new TreeMap<>();
    daemon.put("group", Tuning.with(usual.group(), group));
    return Tuning.with(usual, daemon);
  }

  private void change(Change change) {
    cluster.await(client.admin().changeAsync(change));
  }

  private Pool pool(int size, int minSize) {
    change(new Change.CreatePool("data", 1, size, minSize, null));
    Pool pool = client.pool("data");
    for (int i = 0; i < 10; i++) {
      cluster.await(pool.writeFullAsync("o" + i, ByteBuffer.wrap(new byte[] {1})));
    }
    cluster.await(pool.writeFullAsync("o", ByteBuffer.wrap(new byte[] {1})));
    assertThat(cluster.awaitClean(client, 60 * SECOND)).isTrue();
    return pool;
  }

  private GroupStats group() {
    return cluster.await(client.admin().groupsAsync()).getFirst();
  }

  private String health() {
    return cluster.await(client.admin().statusAsync()).health().checks().stream()
        .map(Check::toString)
        .collect(Collectors.joining("\n"));
  }

  private void down(List<OsdId> osds) {
    osds.forEach(osd -> cluster.crashOsd(osd.value()));
    change(new Change.MarkDown(osds));
  }

  private void assertLost() {
    cluster.world().runFor(20 * SECOND);
    assertThat(group().states()).contains(GroupState.LOST).doesNotContain(GroupState.ACTIVE);
    assertThat(health()).contains("PG_DATA_LOST").contains("pg accept-loss " + group().group());
  }

  private void acceptLoss() {
    change(new Change.AcceptLoss(List.of(group().group())));
    assertThat(cluster.awaitClean(client, 120 * SECOND)).isTrue();
    assertThat(health()).doesNotContain("PG_DATA_LOST");
  }

  @Test
  void aGroupOfWhichAllMembersWerePurgedIsLostUntilThatIsAccepted() {
    Pool pool = pool(3, 2);
    List<OsdId> acting = group().acting().osds();
    down(acting);
    acting.forEach(osd -> change(new Change.PurgeOsd(osd, true)));
    change(new Change.SetPool("data", "size", "2"));
    assertLost();
    acceptLoss();
    cluster.await(pool.writeFullAsync("p", ByteBuffer.wrap(new byte[] {2})));
    assertThat(cluster.await(pool.readAsync("p")).toByteArray()).isEqualTo(new byte[] {2});
    assertThatThrownBy(() -> cluster.await(pool.readAsync("o"))).hasStackTraceContaining("'o'");
  }

  @Test
  void aGroupOfWhichAllDisksWereReplacedIsLost() {
    Pool pool = pool(2, 1);
    List<OsdId> acting = group().acting().osds();
    down(acting);
    for (OsdId osd : acting) {
      cluster.disks().lose(osd.value());
      change(new Change.ReplaceOsd(osd, true));
      cluster.startOsd(osd.value());
    }
    assertLost();
    acceptLoss();
    cluster.await(pool.writeFullAsync("o", ByteBuffer.wrap(new byte[] {3})));
  }

  @Test
  void anUnfilledReplicaServesWhatItHasOnceTheLossOfTheWholeOnesIsAccepted() {
    Pool pool = pool(2, 1);
    List<OsdId> acting = group().acting().osds();
    change(new Change.SetFlag(ClusterFlag.NORECOVER, true));
    OsdId unfilled = acting.getLast();
    down(List.of(unfilled));
    cluster.disks().lose(unfilled.value());
    change(new Change.ReplaceOsd(unfilled, true));
    cluster.startOsd(unfilled.value());
    cluster.awaitUp(client, 5);
    cluster.await(pool.writeFullAsync("later", ByteBuffer.wrap(new byte[] {2})));
    OsdId whole = acting.getFirst();
    down(List.of(whole));
    change(new Change.PurgeOsd(whole, true));
    assertLost();
    change(new Change.SetFlag(ClusterFlag.NORECOVER, false));
    change(new Change.AcceptLoss(List.of(group().group())));
    cluster.world().runFor(60 * SECOND);
    assertThat(group().states()).as(group().waitsFor()).contains(GroupState.ACTIVE);
    assertThatThrownBy(() -> cluster.await(pool.readAsync("later")))
        .hasStackTraceContaining("no replica has good bytes");
    GroupReport report = cluster.await(client.admin().queryGroupAsync(group().group()));
    for (MissingObject lost : report.replicas().missingObjects()) {
      cluster.await(pool.removeAsync(lost.object().name()));
    }
    cluster.await(pool.writeFullAsync("later", ByteBuffer.wrap(new byte[] {3})));
    boolean clean = cluster.awaitClean(client, 120 * SECOND);
    report = cluster.await(client.admin().queryGroupAsync(group().group()));
    assertThat(clean).as("%s", report).isTrue();
  }

  @Test
  void aReplacedDiskIsFilledAgain() {
    Pool pool = pool(3, 2);
    OsdId osd = group().acting().osds().getFirst();
    UUID before = cluster.disks().identity(osd.value());
    down(List.of(osd));
    cluster.world().runFor(10 * SECOND);
    cluster.disks().lose(osd.value());
    change(new Change.ReplaceOsd(osd, false));
    cluster.startOsd(osd.value());
    cluster.awaitUp(client, 5);
    assertThat(cluster.awaitClean(client, 120 * SECOND)).isTrue();
    assertThat(group().acting().osds().getFirst()).isEqualTo(osd);
    assertThat(cluster.disks().identity(osd.value())).isNotEqualTo(before);
    assertThat(cluster.await(pool.readAsync("o")).toByteArray()).isEqualTo(new byte[] {1});
  }

  @Test
  void dataThatWereGivenUpEndTheLossOnceTheyAreLetInAgain() {
    Pool pool = pool(2, 1);
    List<OsdId> acting = group().acting().osds();
    down(acting);
    acting.forEach(osd -> change(new Change.PurgeOsd(osd, true)));
    assertLost();
    OsdId osd = acting.getFirst();
    cluster.startOsd(osd.value());
    cluster.world().runFor(20 * SECOND);
    assertLost();
    change(new Change.CreateOsd(osd, cluster.disks().identity(osd.value())));
    assertThat(cluster.awaitClean(client, 120 * SECOND)).isTrue();
    assertThat(cluster.await(pool.readAsync("o")).toByteArray()).isEqualTo(new byte[] {1});
    assertThat(health()).doesNotContain("PG_DATA_LOST");
  }
}
