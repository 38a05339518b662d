package io.pando.sim;

import static io.pando.sim.SimCluster.SECOND;

import io.pando.client.Cluster;
import io.pando.client.ListCursor;
import io.pando.client.ListPage;
import io.pando.client.Pool;
import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.Placement;
import io.pando.cluster.Replication;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.merkle.TreeDepth;
import io.pando.osd.config.OsdConfig;
import io.pando.osd.config.RecoverySettings;
import io.pando.osd.pg.replica.GroupConfig;
import io.pando.osd.pg.replica.RecoveryLimits;
import io.pando.random.Random64;
import io.pando.sim.world.SimTrace;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One seed's storm over a pool that operators will not leave alone: the number of its groups goes
 * up and down, so does that of its replicas, OSDs go out and come in, while OSDs crash and
 * connections are lost in the middle of all that. Clients write and read without a pause, and one
 * lists the pool over and over: objects that are there all the time must be in every listing, once.
 */
final class PoolChangeStorm {
  private static final int LASTING = 60;
  private static final int MOST_GROUPS = 40;

  private final Random64 random;
  private final SimCluster cluster;
  private final Cluster client;
  private final Pool pool;
  private final List<Writer> writers = new ArrayList<>();
  private final List<CompletableFuture<?>> commands = new ArrayList<>();
  private final List<String> violations = new ArrayList<>();
  private final SortedSet<OsdId> out = new TreeSet<>();
  private final boolean[] goOn = {true};
  private final int usualSize;
  private int listings;

  private PoolChangeStorm(long seed, SimSettings.Store store, Replication replication) {
    this.random = new Random64(seed * 17 + 5);
    SimCluster.Shape shape = new SimCluster.Shape(3, 4 + random.nextInt(3), 1 + random.nextInt(2));
    SimSettings settings = SimSettings.usual().with(store).with(settings(random));
    this.cluster = new SimCluster(seed, shape, settings).formed();
    this.client = cluster.connect();
    this.usualSize = 2 + random.nextInt(2);
    int groups = 1 + random.nextInt(6);
    cluster.await(
        client
            .admin()
            .changeAsync(new Change.CreatePool("data", groups, usualSize, 1, null, replication)));
    this.pool = client.pool("data");
    for (int i = 0; i < 4; i++) {
      writers.add(new Writer(cluster.world(), pool, "w" + i));
    }
  }

  /** Short logs and small pieces, so that backfill and copies in pieces happen often. */
  private static OsdConfig settings(Random64 random) {
    OsdConfig usual = OsdConfig.defaults();
    GroupConfig group = usual.group();
    GroupConfig small =
        new GroupConfig(
            group.log().withEntries(random.nextBoolean() ? 20 : 1000),
            group.waits(),
            group.limits(),
            new RecoveryLimits(
                4096,
                1024,
                new RecoveryLimits.BatchLimits(
                    1 + random.nextInt(8),
                    random.nextBoolean() ? 10_000 : 1 << 20,
                    1 + random.nextInt(3)),
                1 + random.nextInt(8),
                new RecoveryLimits.IndexLimits(
                    random.oneIn(3) ? 0 : 1 << 16, 1 + random.nextInt(8)),
                !random.oneIn(5)),
            random.nextBoolean() ? new TreeDepth(0, 6) : group.treeDepth(),
            group.scrub());
    return new OsdConfig(
        usual.monitors(),
        usual.liveness(),
        usual.limits(),
        new RecoverySettings(
            1 + random.nextInt(4), 1 + random.nextInt(3), 50_000_000L, 100, 20_000_000L),
        usual.place(),
        small);
  }

  /** What went wrong, and what happened last. */
  record Outcome(List<String> violations, int listings, int steps, List<String> lastEvents) {}

  static Outcome of(long seed, int rounds, SimSettings.Store store, Replication replication) {
    PoolChangeStorm storm = new PoolChangeStorm(seed, store, replication);
    long before = storm.steps();
    storm.run(rounds);
    List<String> last =
        storm.violations.isEmpty()
            ? List.of()
            : storm.cluster.world().trace().last(SimTrace.Part.NOTABLE, 400);
    return new Outcome(storm.violations, storm.listings, (int) (storm.steps() - before), last);
  }

  private long steps() {
    return client.admin().map().epoch();
  }

  private void run(int rounds) {
    for (int i = 0; i < LASTING; i++) {
      cluster.await(pool.writeFullAsync("lasting-" + i, ByteBuffer.wrap(new byte[] {(byte) i})));
    }
    List<CompletableFuture<Void>> running = new ArrayList<>();
    writers.forEach(writer -> running.add(writer.run(() -> goOn[0])));
    CompletableFuture<Void> listed = new CompletableFuture<>();
    list(null, new ArrayList<>(), listed);
    running.add(listed);
    for (int round = 0; round < rounds; round++) {
      change();
      pass(4 * SECOND);
      trouble();
      pass(random.nextBoolean() ? 10 * SECOND : SECOND);
    }
    atEase();
    goOn[0] = false;
    running.forEach(cluster::await);
    commands.forEach(cluster::await);
    writers.forEach(writer -> violations.addAll(writer.violations()));
    if (violations.isEmpty()) {
      checkSettled();
    } else {
      violations.add("pools: " + client.admin().map().pools());
      cluster.await(client.admin().groupsAsync()).stream()
          .filter(group -> !group.waitsFor().isEmpty())
          .forEach(group -> violations.add(group.toString()));
    }
  }

  private void pass(long mostNanos) {
    cluster.world().runFor(random.between(0, mostNanos));
  }

  private void order(Change change) {
    commands.add(client.admin().changeAsync(change));
  }

  private void set(String key, int value) {
    order(new Change.SetPool("data", key, Integer.toString(value)));
  }

  private void change() {
    switch (random.nextInt(8)) {
      case 0, 1, 2, 3 -> aim();
      case 4 -> set("size", 2 + random.nextInt(3));
      case 5 -> set("min_size", 1 + random.nextInt(2));
      default -> outOrIn();
    }
  }

  private void aim() {
    int least = client.admin().map().pools().get(pool.id()) == null ? 1 : roots();
    set("groups", least + random.nextInt(MOST_GROUPS));
  }

  private int roots() {
    io.pando.cluster.PoolInfo now = client.admin().map().pools().get(pool.id());
    return now == null ? 1 : now.groups().roots();
  }

  private void outOrIn() {
    OsdId osd = new OsdId(random.nextInt(cluster.size()));
    if (out.remove(osd)) {
      order(new Change.MarkIn(List.of(osd)));
    } else if (out.size() < cluster.size() - 4) {
      out.add(osd);
      order(new Change.MarkOut(List.of(osd)));
    }
  }

  private void trouble() {
    switch (random.nextInt(6)) {
      case 0 -> {
        for (int osd = 0; osd < cluster.size(); osd++) {
          cluster.crashOsd(osd);
        }
        pass(2 * SECOND);
      }
      case 1, 2 -> {
        for (int victims = 1 + random.nextInt(2); victims > 0; victims--) {
          int victim = random.nextInt(cluster.size());
          if (cluster.isAlive(victim)) {
            cluster.crashOsd(victim);
          }
          pass(6 * SECOND);
        }
      }
      case 3 -> cluster.cutConnections(random.nextInt(cluster.size()));
      case 4 -> order(new Change.MarkDown(List.of(new OsdId(random.nextInt(cluster.size())))));
      default -> {}
    }
    startDead();
  }

  private void startDead() {
    for (int osd = 0; osd < cluster.size(); osd++) {
      if (!cluster.isAlive(osd)) {
        cluster.startOsd(osd);
        pass(SECOND);
      }
    }
  }

  /** No more trouble: everybody in, as many replicas as in the beginning, and all steps taken. */
  private void atEase() {
    out.forEach(osd -> order(new Change.MarkIn(List.of(osd))));
    set("min_size", 1);
    set("size", usualSize);
    aim();
    commands.forEach(cluster::await);
    commands.clear();
    long deadline = cluster.world().nowNanos() + 400 * SECOND;
    while (!isSettled() && cluster.world().nowNanos() < deadline) {
      cluster.world().runFor(SECOND);
    }
    if (!isSettled()) {
      violations.add(
          "the groups do not settle: "
              + client.admin().map().pools()
              + " "
              + cluster.await(client.admin().groupsAsync()));
    }
  }

  private boolean isSettled() {
    io.pando.cluster.PoolInfo now = client.admin().map().pools().get(pool.id());
    return now != null && now.groups().isSettled();
  }

  // Listing

  private void list(@Nullable ListCursor after, List<String> soFar, CompletableFuture<Void> done) {
    var _ =
        pool.listPageAsync(after, 1 + random.nextInt(20))
            .whenComplete((page, failure) -> {
              if (failure != null) {
                violations.add("a listing failed: " + failure);
                done.complete(null);
              } else {
                onPage(page, soFar, done);
              }
            });
  }

  private void onPage(ListPage page, List<String> soFar, CompletableFuture<Void> done) {
    soFar.addAll(page.names());
    if (page.next() != null) {
      list(page.next(), soFar, done);
      return;
    }
    listings++;
    List<String> lasting = soFar.stream().filter(name -> name.startsWith("lasting-")).toList();
    if (lasting.size() != LASTING || new TreeSet<>(lasting).size() != LASTING) {
      violations.add("a listing has the lasting objects " + lasting);
    }
    if (goOn[0] && violations.isEmpty()) {
      list(null, new ArrayList<>(), done);
    } else {
      done.complete(null);
    }
  }

  // In the end

  private void checkSettled() {
    if (!cluster.awaitClean(client, 120 * SECOND)) {
      violations.add("not clean: " + cluster.await(client.admin().groupsAsync()));
      return;
    }
    cluster.world().runFor(10 * SECOND);
    SortedMap<String, byte[]> expected = new TreeMap<>();
    writers.forEach(writer -> expected.putAll(writer.expected()));
    for (int i = 0; i < LASTING; i++) {
      expected.put("lasting-" + i, new byte[] {(byte) i});
    }
    expected.forEach((object, bytes) -> {
      if (!Arrays.equals(bytes, cluster.await(pool.readAsync(object)).toByteArray())) {
        violations.add(object + " is not what was acknowledged");
      }
    });
    List<String> all = new ArrayList<>();
    ListCursor after = null;
    do {
      ListPage page = cluster.await(pool.listPageAsync(after, 7));
      all.addAll(page.names());
      after = page.next();
    } while (after != null);
    if (all.size() != expected.size() || !new TreeSet<>(all).equals(expected.keySet())) {
      violations.add("listed " + all + ", expected " + expected.keySet());
    }
    violations.addAll(cluster.compareReplicas(client.admin().map()));
    violations.addAll(cluster.disks().check());
    checkLeftovers();
  }

  /** Every OSD holds the groups that belong to it, and nothing else. */
  private void checkLeftovers() {
    ClusterMap map = client.admin().map();
    Placement placement = new Placement();
    for (int osd = 0; osd < cluster.size(); osd++) {
      SortedSet<PgId> expected = new TreeSet<>();
      io.pando.cluster.PoolInfo now = map.pools().get(pool.id());
      for (int seed = 0; now != null && seed < now.groupCount(); seed++) {
        GroupMapping mapping = placement.locate(map, new PgId(pool.id(), seed));
        if (mapping.acting().contains(new OsdId(osd))) {
          expected.add(mapping.group());
        }
      }
      SortedSet<PgId> here = new TreeSet<>(cluster.disks().groupsOn(osd));
      if (!here.equals(expected)) {
        violations.add("osd." + osd + " holds " + here + ", expected " + expected);
      }
    }
  }
}
