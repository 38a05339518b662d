package io.pando.sim;

import static io.pando.sim.SimCluster.SECOND;

import io.pando.client.Cluster;
import io.pando.client.ListCursor;
import io.pando.client.ListPage;
import io.pando.client.Pool;
import io.pando.cluster.Change;
import io.pando.cluster.Replication;
import io.pando.random.Random64;
import io.pando.sim.world.SimTrace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * One seed's run: forms a cluster, lets writers work while OSDs crash and come back, then lets it
 * heal and checks that nothing acknowledged is lost, that listings are complete, and that all
 * copies are equal.
 */
public final class SimRun {
  private final SimCluster cluster;
  private final Random64 random;
  private final Settings settings;

  /**
   * What happens in a run.
   *
   * @param writers clients that work
   * @param groups placement groups of the pool
   * @param rounds crash, work, restart
   * @param replication of the pool
   */
  public record Settings(
      SimCluster.Shape shape, int writers, int groups, int rounds, Replication replication) {}

  /**
   * How it went.
   *
   * @param violations of what Pando promises; empty is what must be
   * @param traceHash the same for the same seed
   */
  public record Outcome(
      List<String> violations,
      long operations,
      int crashes,
      double virtualSeconds,
      long events,
      long traceHash,
      List<String> lastEvents) {}

  private SimRun(long seed, Settings settings) {
    this.cluster = new SimCluster(seed, settings.shape());
    this.random = new Random64(seed ^ 0x5eed);
    this.settings = settings;
  }

  /** Runs a seed. */
  public static Outcome of(long seed, Settings settings) {
    return new SimRun(seed, settings).go();
  }

  private Outcome go() {
    cluster.formed();
    Cluster client = cluster.connect();
    cluster.await(
        client
            .admin()
            .changeAsync(
                new Change.CreatePool(
                    "data", settings.groups(), 3, 2, null, settings.replication())));
    Pool pool = client.pool("data");
    List<Writer> writers = new ArrayList<>();
    for (int i = 0; i < settings.writers(); i++) {
      writers.add(new Writer(cluster.world(), pool, "w" + i));
    }
    int crashes = work(writers);
    List<String> violations = new ArrayList<>();
    writers.forEach(writer -> violations.addAll(writer.violations()));
    if (violations.isEmpty()) {
      heal(client, pool, writers, violations);
    }
    SimTrace trace = cluster.world().trace();
    return new Outcome(
        violations,
        writers.stream().mapToLong(Writer::operations).sum(),
        crashes,
        cluster.world().nowNanos() / 1e9,
        trace.events(),
        trace.hash(),
        violations.isEmpty() ? List.of() : trace.last(400));
  }

  private int work(List<Writer> writers) {
    boolean[] goOn = {true};
    List<CompletableFuture<Void>> running = new ArrayList<>();
    writers.forEach(writer -> running.add(writer.run(() -> goOn[0])));
    int crashes = 0;
    for (int round = 0; round < settings.rounds(); round++) {
      cluster.world().runFor(random.between(SECOND / 10, 3 * SECOND));
      SortedSet<Integer> victims = victims();
      long slowness = random.nextBoolean() ? random.between(0, 2 * SECOND) : 0;
      victims.forEach(osd -> cluster.slowOsd(osd, slowness));
      cluster.world().runFor(random.between(0, slowness));
      victims.forEach(cluster::crashOsd);
      crashes += victims.size();
      cluster.world().runFor(random.between(SECOND / 100, 8 * SECOND));
      victims.forEach(osd -> cluster.slowOsd(osd, 0));
      victims.forEach(cluster::startOsd);
      if (random.nextBoolean()) {
        cluster.world().runFor(random.between(0, 5 * SECOND));
      }
    }
    cluster.world().runFor(SECOND);
    goOn[0] = false;
    running.forEach(cluster::await);
    return crashes;
  }

  /** One OSD most of the time, else some of them or all, at the same moment. */
  private SortedSet<Integer> victims() {
    int count = random.oneIn(3) ? 1 + random.nextInt(cluster.size()) : 1;
    SortedSet<Integer> victims = new TreeSet<>();
    while (victims.size() < count) {
      victims.add(random.nextInt(cluster.size()));
    }
    return victims;
  }

  private void heal(Cluster client, Pool pool, List<Writer> writers, List<String> violations) {
    if (!cluster.awaitClean(client, 120 * SECOND)) {
      violations.add("not clean: " + cluster.await(client.admin().groupsAsync()));
      return;
    }
    cluster.world().runFor(SECOND);
    SortedMap<String, byte[]> expected = new TreeMap<>();
    writers.forEach(writer -> expected.putAll(writer.expected()));
    expected.forEach((object, bytes) -> {
      byte[] read = cluster.await(pool.readAsync(object)).toByteArray();
      if (!Arrays.equals(bytes, read)) {
        violations.add(object + " is not what was acknowledged");
      }
    });
    SortedSet<String> listed = list(pool);
    if (!listed.equals(new TreeSet<>(expected.keySet()))) {
      violations.add("listed " + listed + ", expected " + expected.keySet());
    }
    violations.addAll(cluster.compareReplicas(client.admin().map()));
  }

  private SortedSet<String> list(Pool pool) {
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
