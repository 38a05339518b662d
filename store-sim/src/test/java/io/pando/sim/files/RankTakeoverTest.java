package io.pando.sim.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.client.Cluster;
import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.files.FileSystem;
import io.pando.cluster.files.MdsIncarnation;
import io.pando.cluster.files.Rank;
import io.pando.cluster.files.RankState;
import io.pando.id.NodeId;
import io.pando.mds.life.MdsConfig;
import io.pando.random.Random64;
import io.pando.sim.SimCluster;
import io.pando.sim.net.LinkFault;
import io.pando.sim.net.Nodes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Metadata servers that come and go: a rank has one that serves, and after a while it has one. */
class RankTakeoverTest {
  private static final long LOOK_NANOS = 2_000_000;
  private static final long PATIENCE_NANOS = 30 * SimCluster.SECOND;

  private final List<SimMds> servers = new ArrayList<>();
  private final Set<String> serving = new HashSet<>();
  private SimCluster cluster = new SimCluster(1, new SimCluster.Shape(1, 1, 1));
  private Cluster admin = cluster.connect();

  private void begin(long seed, int count) {
    begin(seed, count, false);
  }

  private void begin(long seed, int count, boolean standbyReplay) {
    cluster = new SimCluster(seed, new SimCluster.Shape(3, 3, 1)).formed();
    admin = cluster.connect();
    change(new Change.CreatePool("names", 4, 3, 2, null));
    change(new Change.CreatePool("data", 4, 3, 2, null));
    change(new Change.CreateFileSystem("photos", "names", List.of("data")));
    if (standbyReplay) {
      change(new Change.SetFileSystem("photos", "standby_replay", "true"));
    }
    for (int i = 0; i < count; i++) {
      SimMds server = new SimMds(cluster, i, MdsConfig.usual(""));
      servers.add(server);
      server.start();
    }
    look();
  }

  private void change(Change change) {
    cluster.await(admin.admin().changeAsync(change));
  }

  /** Looks again and again how many servers serve. */
  private void look() {
    List<String> now =
        servers.stream()
            .filter(server -> server.serves().isPresent())
            .map(server -> server.node() + " in life " + server.lives())
            .toList();
    assertThat(now).as("servers of one rank at the same time").hasSizeLessThanOrEqualTo(1);
    serving.addAll(now);
    cluster.world().at(cluster.world().nowNanos() + LOOK_NANOS, this::look);
  }

  private Rank rank() {
    FileSystem photos = admin.admin().map().files().named("photos").orElseThrow();
    return Objects.requireNonNull(photos.ranks().get(0));
  }

  private void awaitActive() {
    boolean active =
        cluster
            .world()
            .runUntil(
                () -> rank().state() == RankState.ACTIVE && isServed(),
                cluster.world().nowNanos() + PATIENCE_NANOS);
    assertThat(active).as("the rank is active, and served: %s", rank()).isTrue();
  }

  private MdsIncarnation holder() {
    return Objects.requireNonNull(rank().holder(), "the rank has a holder");
  }

  private boolean isServed() {
    return servers.stream()
        .anyMatch(server -> server.serves().isPresent() && server.incarnation().equals(holder()));
  }

  private SimMds active() {
    return servers.stream().filter(server -> server.serves().isPresent()).findFirst().orElseThrow();
  }

  @Test
  void standbyTakesOverFromKilledServer() {
    begin(1, 2);
    awaitActive();
    MdsIncarnation first = holder();
    active().crash();
    awaitActive();
    assertThat(holder()).isNotEqualTo(first);
    assertThat(admin.admin().map().fences().contains(first.number())).isTrue();
  }

  @Test
  void followerTakesOverAndAnotherStandbyFollows() {
    begin(6, 4, true);
    for (int i = 0; i < 3; i++) {
      awaitActive();
      MdsIncarnation follower = awaitFollower();
      cluster.world().runFor(2 * SimCluster.SECOND);
      SimMds killed = active();
      killed.crash();
      cluster
          .world()
          .runUntil(
              () -> !killed.incarnation().equals(rank().holder()),
              cluster.world().nowNanos() + PATIENCE_NANOS);
      awaitActive();
      assertThat(holder()).isEqualTo(follower);
      killed.start();
    }
    change(new Change.SetFileSystem("photos", "standby_replay", "false"));
    assertThat(rank().follower()).isNull();
  }

  private MdsIncarnation awaitFollower() {
    boolean followed =
        cluster
            .world()
            .runUntil(() -> rank().follower() != null, cluster.world().nowNanos() + PATIENCE_NANOS);
    assertThat(followed).isTrue();
    return Objects.requireNonNull(rank().follower());
  }

  @Test
  void serverThatIsStoppedForLongBeginsAnotherLife() {
    begin(2, 2);
    awaitActive();
    SimMds paused = active();
    paused.pause();
    cluster.world().runFor(5 * SimCluster.SECOND);
    awaitActive();
    assertThat(active()).isNotSameAs(paused);
    paused.resume();
    boolean back =
        cluster
            .world()
            .runUntil(
                () -> admin.admin().map().files().standbys().size() == 1,
                cluster.world().nowNanos() + PATIENCE_NANOS);
    assertThat(back).isTrue();
    assertThat(paused.lives()).isEqualTo(2);
  }

  @Test
  void nextLifeThatHasNotBegunServesNothing() {
    begin(5, 2);
    awaitActive();
    SimMds killed = active();
    killed.crash();
    killed.start();
    killed.pause();
    assertThat(killed.serves()).isEmpty();
    killed.stop();
    assertThat(killed.isStopping()).isFalse();
  }

  @Test
  void cleanStopHandsTheRankOver() {
    begin(3, 2);
    awaitActive();
    SimMds stopped = active();
    stopped.stop();
    cluster.world().runUntil(() -> !stopped.isAlive(), cluster.world().nowNanos() + PATIENCE_NANOS);
    assertThat(stopped.isAlive()).isFalse();
    awaitActive();
    assertThat(stopped.lives()).isEqualTo(1);
    assertThat(active()).isNotSameAs(stopped);
  }

  @Test
  void onlyServerComesAgain() {
    begin(4, 1);
    awaitActive();
    servers.getFirst().losePower();
    cluster.world().runFor(6 * SimCluster.SECOND);
    assertThat(rank().state()).isEqualTo(RankState.FAILED);
    servers.getFirst().start();
    awaitActive();
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13, 14, 15, 16, 17, 18})
  void oneServesAtATime(long seed) {
    Random64 random = new Random64(seed);
    begin(seed, 2 + random.nextInt(2), seed % 2 == 0);
    awaitActive();
    for (int i = 0; i < 15; i++) {
      boolean any = random.nextInt(3) == 0 || rank().holder() == null || !isServed();
      trouble(random, any ? servers.get(random.nextInt(servers.size())) : active());
      cluster.world().runFor(random.between(1, 4 * SimCluster.SECOND));
    }
    cluster.fabric().liftAll();
    for (SimMds server : servers) {
      server.resume();
      if (!server.isAlive()) {
        server.start();
      }
    }
    awaitActive();
    ClusterMap map = admin.admin().map();
    assertThat(map.fences().contains(holder().number())).isFalse();
    assertThat(serving).hasSizeGreaterThan(1);
  }

  private void trouble(Random64 random, SimMds server) {
    switch (random.nextInt(7)) {
      case 0 -> server.crash();
      case 1 -> server.losePower();
      case 2 -> server.pause();
      case 3 -> server.resume();
      case 4 -> {
        if (!server.isAlive()) {
          server.start();
        }
      }
      case 5 -> {
        LinkFault cut = cutFromMonitors(server, random);
        cluster.fabric().apply(cut);
        long atNanos = cluster.world().nowNanos() + random.between(1, 4 * SimCluster.SECOND);
        cluster.world().at(atNanos, () -> cluster.fabric().lift(cut));
      }
      default -> cluster.restartMonitor(random.nextInt(3));
    }
  }

  private static LinkFault cutFromMonitors(SimMds server, Random64 random) {
    Nodes monitors = new Nodes.OfRole(NodeId.Role.MON);
    Nodes it = Nodes.of(server.node());
    return random.nextInt(2) == 0
        ? new LinkFault.Cut(it, monitors)
        : new LinkFault.Cut(monitors, it);
  }
}
