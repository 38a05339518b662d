package io.pando.sim.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.client.Cluster;
import io.pando.cluster.Change;
import io.pando.cluster.files.Rank;
import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.call.NewName;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsRequest;
import io.pando.id.NodeId;
import io.pando.mds.life.MdsConfig;
import io.pando.sim.SimCluster;
import io.pando.sim.net.Nodes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How long an update waits, in simulated time, that begins when the server of a rank fails. */
class TakeoverTimeTest {
  private static final long PATIENCE_NANOS = 30 * SimCluster.SECOND;

  private final List<SimMds> servers = new ArrayList<>();
  private SimCluster cluster = new SimCluster(1, new SimCluster.Shape(1, 1, 1));
  private Cluster admin = cluster.connect();
  private int made;

  private SimFileClient begin(long seed, boolean standbyReplay) {
    cluster = new SimCluster(seed, new SimCluster.Shape(3, 3, 1)).formed();
    admin = cluster.connect();
    change(new Change.CreatePool("names", 4, 3, 2, null));
    change(new Change.CreatePool("bytes", 4, 3, 2, null));
    change(new Change.CreateFileSystem("photos", "names", List.of("bytes")));
    if (standbyReplay) {
      change(new Change.SetFileSystem("photos", "standby_replay", "true"));
    }
    for (int i = 0; i < 3; i++) {
      SimMds server = new SimMds(cluster, i, MdsConfig.usual(""));
      servers.add(server);
      server.start();
    }
    SimFileClient client = SimFileClient.start(cluster, "photos");
    cluster.world().runUntil(client::isOpen, PATIENCE_NANOS);
    return client;
  }

  private void change(Change change) {
    cluster.await(admin.admin().changeAsync(change));
  }

  private void make(SimFileClient client) {
    made++;
    NewName name =
        new NewName(
            Ino.ROOT, EntryName.of("n" + made), 0600, 0, new FsRequest.NewContent.NewFile());
    assertThat(cluster.await(client.make(name))).isInstanceOf(FsAnswer.Found.class);
  }

  private SimMds holder() {
    Rank rank =
        Objects.requireNonNull(
            admin.admin().map().files().named("photos").orElseThrow().ranks().get(0));
    return servers.stream()
        .filter(server -> server.incarnation().equals(rank.holder()))
        .findFirst()
        .orElseThrow();
  }

  /** Time of an update that begins when the holder fails. */
  private long wait(SimFileClient client, Runnable fails) {
    long beganNanos = cluster.world().nowNanos();
    fails.run();
    make(client);
    return cluster.world().nowNanos() - beganNanos;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aServerWhoseProcessIsGoneIsReplacedAtOnce(boolean standbyReplay) {
    SimFileClient client = begin(31, standbyReplay);
    make(client);
    List<Long> waits = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      cluster.world().runFor(3 * SimCluster.SECOND);
      SimMds killed = holder();
      waits.add(wait(client, killed::crash));
      killed.start();
    }
    assertThat(waits).as("%s", waits).allMatch(it -> it < 2 * SimCluster.SECOND);
  }

  @Test
  void aServerThatIsStoppedIsReplacedAfterItsGrace() {
    SimFileClient client = begin(32, true);
    make(client);
    List<Long> waits = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      cluster.world().runFor(3 * SimCluster.SECOND);
      SimMds paused = holder();
      waits.add(wait(client, paused::pause));
      paused.resume();
      cluster.world().runFor(2 * SimCluster.SECOND);
    }
    assertThat(waits).as("%s", waits).allMatch(it -> it < 8 * SimCluster.SECOND);
    assertThat(client.losses()).isEmpty();
  }

  @Test
  void aServerWhoseConnectionsBreakStaysTheHolder() {
    SimFileClient client = begin(33, false);
    make(client);
    cluster.world().runFor(SimCluster.SECOND);
    SimMds holder = holder();
    for (int i = 0; i < 5; i++) {
      int broken =
          cluster
              .fabric()
              .reset(new Nodes.OfRole(NodeId.Role.MON), new Nodes.OfRole(NodeId.Role.MDS));
      assertThat(broken).isPositive();
      cluster.world().runFor(SimCluster.SECOND);
    }
    assertThat(holder()).isSameAs(holder);
    make(client);
  }
}
