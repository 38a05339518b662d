package io.pando.sim.run;

import static io.pando.sim.SimCluster.SECOND;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterFlag;
import io.pando.cluster.Compression;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.Replication;
import io.pando.cluster.fullness.FullRatio;
import io.pando.cluster.fullness.FullRatios;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.random.Random64;
import io.pando.sim.plan.Trouble;
import io.pando.sim.world.SimWorld;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Changes of the map by operators. */
final class OperatorTroubles {
  /** Thousandths of its space that an OSD uses in a run, about. */
  private static final int MOST_FULL = 20;

  private static final int FULL_WEIGHT = 0x10000;

  /** More groups would show nothing that this many do not. */
  static final int MOST_GROUPS = 64;

  private static final int MOST_AT_ONCE = 20;

  private final Site site;
  private final Random64 random;
  private final SortedSet<Integer> out = new TreeSet<>();
  private boolean poolRemoved;
  private int pools;

  OperatorTroubles(Site site) {
    this.site = site;
    this.random = site.random();
  }

  void markDown() {
    site.order(new Change.MarkDown(List.of(new OsdId(site.drawOsd()))));
  }

  /** Removes the pool. It is restored before its grace is over, with all its data. */
  void removePool() {
    if (!poolRemoved) {
      poolRemoved = true;
      site.order(new Change.DeletePool(SeedRun.POOL, SeedRun.POOL));
      site.later(
          "restore the pool",
          site.drawNanos(),
          () -> {
            poolRemoved = false;
            site.insist(new Change.RestorePool(SeedRun.POOL, SeedRun.POOL));
          });
    }
  }

  /**
   * Creates another pool; the outcome of writes to it is not checked. Not combined with a pool that
   * is removed and restored, since removed pools are then kept long.
   */
  void otherPool() {
    if (site.plan().events().troubles().contains(Trouble.REMOVED_POOL)) {
      return;
    }
    String name = "other" + pools++;
    int size = 1 + random.nextInt(Math.min(3, site.cluster().size()));
    site.insist(
        new Change.CreatePool(
            name,
            1 + random.nextInt(4),
            new Change.CreatePool.Sizes(size, 1),
            null,
            Replication.PRIMARY,
            Compression.NONE));
    site.later("remove pool " + name, site.drawNanos(), () -> removeOther(name));
    writeTo(name, 5 + random.nextInt(20));
  }

  /**
   * Removes a pool while writes to it are in flight, or so that clients learn of it late and go on
   * writing.
   */
  private void removeOther(String name) {
    PoolInfo pool = site.client().admin().map().poolNamed(name).orElse(null);
    if (pool != null && random.nextBoolean()) {
      for (int object = 1; object <= MOST_AT_ONCE; object++) {
        write(name, object);
      }
      site.insist(new Change.DeletePool(name, name));
      site.insist(new Change.PurgePool(pool.id()));
      return;
    }
    site.insist(new Change.DeletePool(name, name));
    if (random.nextBoolean()) {
      site.leaveClientsUninformed(random.between(SECOND, 8 * SECOND));
      writeTo(name, 20);
    }
  }

  /** Writes one object after the other, whatever the outcomes. */
  private void writeTo(String name, int objects) {
    SimWorld world = site.cluster().world();
    if (objects > 0) {
      world.at(
          world.nowNanos() + random.between(0, SECOND / 2),
          () -> {
            if (site.client().admin().map().poolNamed(name).isPresent()) {
              write(name, objects);
            }
            writeTo(name, objects - 1);
          });
    }
  }

  private void write(String name, int object) {
    var _ =
        site.client()
            .pool(name)
            .withTimeout(Duration.ofSeconds(2))
            .writeAsync("o" + object, 0, ByteBuffer.allocate(100 * object))
            .exceptionally(_ -> Version.ZERO);
  }

  /** Marks an OSD out, as long as enough OSDs stay in for the pool. */
  void out() {
    int osd = site.drawOsd();
    if (out.size() < site.cluster().size() - site.plan().pool().size() && out.add(osd)) {
      List<OsdId> it = List.of(new OsdId(osd));
      site.order(new Change.MarkOut(it));
      site.later(
          "in osd." + osd,
          2 * site.drawNanos(),
          () -> {
            out.remove(osd);
            site.order(new Change.MarkIn(it));
          });
    }
  }

  /**
   * Suspends recovery, so that an OSD that returned still lacks objects when it fails and returns
   * again.
   */
  void holdRecovery() {
    site.order(new Change.SetFlag(ClusterFlag.NORECOVER, true));
    site.later(
        "unset norecover",
        2 * site.drawNanos(),
        () -> site.insist(new Change.SetFlag(ClusterFlag.NORECOVER, false)));
    int osd = site.drawOsd();
    for (int times = 2 + random.nextInt(2); times > 0; times--) {
      site.crash(osd, 0);
      site.cluster().world().runFor(random.between(0, 2 * SECOND));
      site.putRight();
      site.cluster().world().runFor(random.between(0, 2 * SECOND));
    }
  }

  /**
   * Lowers the full ratios to what OSDs use in a run: some OSDs then count as nearly full or full.
   * While an OSD is full, clients can only remove what is on it.
   */
  void lowerFullRatios() {
    int nearfull = 1 + random.nextInt(MOST_FULL);
    int backfillfull = nearfull + 1 + random.nextInt(MOST_FULL);
    int full = backfillfull + 1 + random.nextInt(MOST_FULL);
    site.order(new Change.SetFullRatio(FullRatio.NEARFULL, nearfull));
    site.order(new Change.SetFullRatio(FullRatio.BACKFILLFULL, backfillfull));
    site.order(new Change.SetFullRatio(FullRatio.FULL, full));
    FullRatios usual = FullRatios.DEFAULT;
    site.later(
        "usual full ratios",
        2 * site.drawNanos(),
        () -> {
          site.insist(new Change.SetFullRatio(FullRatio.FULL, usual.full()));
          site.insist(new Change.SetFullRatio(FullRatio.BACKFILLFULL, usual.backfillfull()));
          site.insist(new Change.SetFullRatio(FullRatio.NEARFULL, usual.nearfull()));
        });
  }

  void reweight() {
    OsdId osd = new OsdId(site.drawOsd());
    site.order(new Change.Reweight(osd, (int) random.between(FULL_WEIGHT / 8, FULL_WEIGHT)));
    site.later(
        "reweight " + osd,
        2 * site.drawNanos(),
        () -> site.order(new Change.Reweight(osd, FULL_WEIGHT)));
  }

  /**
   * Moves an OSD to another host. Two OSDs may then share a host; at the end every OSD is in its
   * original place.
   */
  void move() {
    int osd = site.drawOsd();
    place(osd, site.drawOsd());
    site.later("home osd." + osd, 2 * site.drawNanos(), () -> place(osd, osd));
  }

  private void place(int osd, int host) {
    List<String> location = List.of("root=default", "host=host" + host);
    site.order(new Change.PlaceInCrush(new OsdId(osd).toString(), null, location));
  }

  void size() {
    int usual = site.plan().pool().size();
    int other = 1 + random.nextInt(Math.min(4, site.cluster().size()));
    if (other >= site.plan().pool().minSize()) {
      setSize(other);
      site.later("size " + usual, 2 * site.drawNanos(), () -> setSize(usual));
    }
  }

  private void setSize(int size) {
    set("size", Integer.toString(size));
  }

  void replication() {
    List<Replication> all = List.of(Replication.values());
    set("replication", all.get(random.nextInt(all.size())).label());
  }

  /** Changes the pool's compression; stored objects stay unchanged. */
  void compression() {
    List<Compression> all = List.of(Compression.values());
    set("compression", all.get(random.nextInt(all.size())).label());
  }

  /**
   * Changes the number of groups. It is not changed back: with any number the groups must become
   * clean. Hundreds of groups would show nothing that tens do not.
   */
  void groups() {
    int most = Math.min(MOST_GROUPS, 4 * site.plan().pool().groups());
    set("groups", Integer.toString(1 + random.nextInt(most)));
  }

  private void set(String key, String value) {
    site.order(new Change.SetPool(SeedRun.POOL, key, value));
  }
}
