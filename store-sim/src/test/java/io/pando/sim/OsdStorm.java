package io.pando.sim;

import static io.pando.sim.SimCluster.SECOND;

import io.pando.client.Cluster;
import io.pando.client.ListCursor;
import io.pando.client.ListPage;
import io.pando.client.Pool;
import io.pando.cluster.Change;
import io.pando.cluster.Replication;
import io.pando.id.OsdId;
import io.pando.osd.OsdConfig;
import io.pando.osd.RecoverySettings;
import io.pando.osd.pg.replica.GroupConfig;
import io.pando.osd.pg.replica.RecoveryLimits;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * One seed's storm over a cluster whose shape and settings the seed draws: several OSDs crash at a
 * time, sometimes all; connections are lost; monitors come and go; OSDs are marked down by mistake,
 * out and in. Logs are short and pieces small, so that backfill and copies in pieces happen often.
 */
final class OsdStorm {
  private final Random64 random;
  private final SimCluster cluster;
  private final SortedSet<OsdId> out = new TreeSet<>();
  private final List<CompletableFuture<?>> commands = new ArrayList<>();
  private final List<Writer> writers = new ArrayList<>();
  private final Cluster client;
  private final Pool pool;

  private OsdStorm(long seed, Replication replication) {
    this.random = new Random64(seed * 31 + 7);
    SimCluster.Shape shape = new SimCluster.Shape(3, 3 + random.nextInt(4), 1 + random.nextInt(2));
    this.cluster = new SimCluster(seed, shape, settings(random)).formed();
    this.client = cluster.connect();
    cluster.await(
        client
            .admin()
            .changeAsync(
                new Change.CreatePool(
                    "data",
                    1 + random.nextInt(8),
                    2 + random.nextInt(2),
                    1 + random.nextInt(2),
                    null,
                    replication)));
    this.pool = client.pool("data");
    for (int i = 0; i < 6; i++) {
      writers.add(new Writer(cluster.world(), pool, "w" + i));
    }
  }

  /** What went wrong, and what happened last. */
  record Outcome(List<String> violations, List<String> lastEvents, SimCluster cluster) {}

  static Outcome of(long seed, int rounds, Replication replication) {
    OsdStorm storm = new OsdStorm(seed, replication);
    List<String> violations = storm.run(rounds);
    List<String> last = violations.isEmpty() ? List.of() : storm.cluster.world().trace().last(400);
    return new Outcome(violations, last, storm.cluster);
  }

  static OsdConfig settings(Random64 random) {
    OsdConfig usual = OsdConfig.defaults();
    GroupConfig group = usual.group();
    GroupConfig small =
        new GroupConfig(
            random.nextBoolean() ? 20 : 1000,
            group.maxLogBytes(),
            group.maxWaitingOps(),
            group.retryNanos(),
            group.limits(),
            new RecoveryLimits(
                4096,
                1 + random.nextInt(8),
                random.nextBoolean() ? 10_000 : 1 << 20,
                1 + random.nextInt(3),
                1 + random.nextInt(8)));
    return new OsdConfig(
        usual.monitors(),
        usual.heartbeatNanos(),
        usual.graceNanos(),
        usual.lease(),
        usual.beaconNanos(),
        usual.booting(),
        usual.fullRatio(),
        usual.maxClientOps(),
        usual.maxClientBytes(),
        new RecoverySettings(
            1 + random.nextInt(4), 1 + random.nextInt(3), 50_000_000L, 100, 20_000_000L),
        usual.crushLocation(),
        usual.crushWeight(),
        small);
  }

  private List<String> run(int rounds) {
    boolean[] goOn = {true};
    List<CompletableFuture<Void>> running = new ArrayList<>();
    writers.forEach(writer -> running.add(writer.run(() -> goOn[0])));
    for (int round = 0; round < rounds; round++) {
      pass(2 * SECOND);
      if (random.oneIn(6)) {
        crashAll();
      } else {
        cutConnections();
        command();
        crashMonitor();
        crashSome();
      }
    }
    pass(SECOND);
    goOn[0] = false;
    running.forEach(cluster::await);
    commands.forEach(cluster::await);
    List<String> violations = new ArrayList<>();
    writers.forEach(writer -> violations.addAll(writer.violations()));
    if (violations.isEmpty()) {
      checkHealed(violations);
    }
    return violations;
  }

  private void pass(long mostNanos) {
    cluster.world().runFor(random.between(0, mostNanos));
  }

  private void crashAll() {
    for (int osd = 0; osd < cluster.size(); osd++) {
      cluster.crashOsd(osd);
    }
    pass(3 * SECOND);
    startDead(SECOND);
  }

  private void startDead(long pauseNanos) {
    for (int osd = 0; osd < cluster.size(); osd++) {
      if (!cluster.isAlive(osd)) {
        cluster.startOsd(osd);
        pass(pauseNanos);
      }
    }
  }

  private void cutConnections() {
    for (int times = random.nextInt(4); times > 0; times--) {
      cluster.cutConnections(random.nextInt(cluster.size()));
      pass(SECOND);
    }
  }

  private void command() {
    OsdId osd = new OsdId(random.nextInt(cluster.size()));
    if (random.oneIn(4)) {
      commands.add(client.admin().changeAsync(new Change.MarkDown(List.of(osd))));
    } else if (random.nextBoolean() && cluster.size() > 3) {
      if (out.remove(osd)) {
        commands.add(client.admin().changeAsync(new Change.MarkIn(List.of(osd))));
      } else if (out.size() < cluster.size() - 3) {
        out.add(osd);
        commands.add(client.admin().changeAsync(new Change.MarkOut(List.of(osd))));
      }
    }
    pass(3 * SECOND);
  }

  private void crashMonitor() {
    if (random.oneIn(5)) {
      int monitor = random.nextInt(3);
      cluster.crashMonitor(monitor);
      pass(SECOND);
      cluster.restartMonitor(monitor);
    }
  }

  private void crashSome() {
    int victims = 1 + random.nextInt(Math.min(3, cluster.size()));
    for (int i = 0; i < victims; i++) {
      int victim = random.nextInt(cluster.size());
      if (cluster.isAlive(victim)) {
        cluster.crashOsd(victim);
      }
      pass(3 * SECOND);
    }
    pass(6 * SECOND);
    startDead(2 * SECOND);
    if (random.nextBoolean()) {
      pass(10 * SECOND);
    }
  }

  private void checkHealed(List<String> violations) {
    if (!cluster.awaitClean(client, 120 * SECOND)) {
      violations.add("not clean: " + cluster.await(client.admin().groupsAsync()));
      return;
    }
    cluster.world().runFor(SECOND);
    SortedMap<String, byte[]> expected = new TreeMap<>();
    writers.forEach(writer -> expected.putAll(writer.expected()));
    expected.forEach((object, bytes) -> {
      if (!Arrays.equals(bytes, cluster.await(pool.readAsync(object)).toByteArray())) {
        violations.add(object + " is not what was acknowledged");
      }
    });
    SortedSet<String> listed = list();
    if (!listed.equals(new TreeSet<>(expected.keySet()))) {
      violations.add("listed " + listed + ", expected " + expected.keySet());
    }
    violations.addAll(cluster.compareReplicas(client.admin().map()));
  }

  private SortedSet<String> list() {
    SortedSet<String> names = new TreeSet<>();
    ListCursor after = null;
    do {
      ListPage page = cluster.await(pool.listPageAsync(after, 1 + random.nextInt(20)));
      names.addAll(page.names());
      after = page.next();
    } while (after != null);
    return names;
  }
}
