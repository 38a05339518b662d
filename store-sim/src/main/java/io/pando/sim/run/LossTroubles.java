package io.pando.sim.run;

import static io.pando.sim.SimCluster.SECOND;

import io.pando.bytes.Payload;
import io.pando.cluster.Change;
import io.pando.cluster.ClusterFlag;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Compression;
import io.pando.cluster.Placement;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.Replication;
import io.pando.cluster.erasure.PoolCode;
import io.pando.group.ScrubKind;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.ReplicaId;
import io.pando.random.Random64;
import io.pando.sim.SimCluster;
import io.pando.sim.plan.Plan;
import io.pando.sim.plan.Trouble;
import io.pando.sim.world.SimWorld;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * Permanent loss of data, which operators and clients must handle. Lost objects of the checked pool
 * are known by name ({@link SimDisks#ruin}); all other losses are in pools that are not checked.
 */
final class LossTroubles {
  private static final int MOST_OBJECTS = 40;
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final long REPAIRED_WITHIN = 30 * SECOND;

  private final Site site;
  private final SimCluster cluster;
  private final Random64 random;
  private final LostObjects lostObjects;
  private int pools;

  /**
   * Creates the troubles.
   *
   * @param lostObjects removes objects that cannot be repaired
   */
  LossTroubles(Site site, LostObjects lostObjects) {
    this.site = site;
    this.lostObjects = lostObjects;
    this.cluster = site.cluster();
    this.random = site.random();
  }

  /**
   * Corrupts the same place of an object on all living OSDs that have it, or on most; of fragments
   * often different places, so that each row may be readable in enough of them. Clients and scrubs
   * find it, either while there is no other trouble, or when a primary returns that lacks the
   * object. Then a scrub repairs as much as possible, and an operator removes the rest.
   */
  void ruin() {
    PoolInfo pool = site.client().admin().map().poolNamed(SeedRun.POOL).orElse(null);
    if (pool == null || pool.isRemoved()) {
      return;
    }
    boolean well = random.nextBoolean();
    List<Ruin> ruins = drawRuins();
    if (well) {
      site.putAllRight();
      if (!isClean()) {
        return;
      }
    } else {
      crashPrimary(pool, ruins.getFirst().object());
    }
    SortedSet<PgId> groups = ruin(pool, ruins, !well || random.nextBoolean());
    cluster.world().runFor(random.between(0, 8 * SECOND));
    if (!well) {
      // Members that lack a ruined object keep its group from becoming clean.
      site.putAllRight();
      cluster.world().runFor(random.between(0, 3 * SECOND));
      lostObjects.removeRuined();
      if (!isClean()) {
        return;
      }
    }
    groups.stream().filter(this::exists).forEach(this::repair);
    lostObjects.removeRuined();
  }

  /** Kills the object's primary, and lets clients go on for a while without it. */
  private void crashPrimary(PoolInfo pool, ObjectId object) {
    ClusterMap map = site.client().admin().map();
    new Placement()
        .locate(map, Placement.group(pool, object))
        .primary()
        .ifPresent(osd -> site.crash(osd.value(), site.drawNanos()));
    cluster.world().runFor(random.between(0, 5 * SECOND));
  }

  private boolean isClean() {
    return cluster.awaitClean(site.client(), 60 * SECOND);
  }

  /**
   * Whether the group still exists. If it was merged into another one meanwhile, a scheduled scrub
   * repairs its objects there.
   */
  private boolean exists(PgId group) {
    return site.client()
        .admin()
        .map()
        .poolNamed(SeedRun.POOL)
        .filter(pool -> pool.id().equals(group.pool()) && group.seed() < pool.groupCount())
        .isPresent();
  }

  private void repair(PgId group) {
    long number = cluster.await(site.client().admin().scrubAsync(group, ScrubKind.REPAIR));
    long deadline = cluster.world().nowNanos() + REPAIRED_WITHIN;
    while (!isScrubbed(group, number) && cluster.world().nowNanos() < deadline) {
      cluster.world().runFor(SECOND);
    }
  }

  /** Whether the scrub has ended. Under load an answer may take longer than the operator waits. */
  private boolean isScrubbed(PgId group, long number) {
    return cluster.await(
        site.client()
            .admin()
            .queryGroupAsync(group)
            .handle((report, failure) ->
                failure == null && report.scrub().record().finished() >= number));
  }

  /**
   * A place in an object.
   *
   * @param apart bytes between the places in fragments of consecutive positions
   */
  private record Ruin(ObjectId object, long offset, long apart) {}

  private List<Ruin> drawRuins() {
    List<Ruin> ruins = new ArrayList<>();
    List<Plan.Work> work = site.plan().work();
    for (int objects = 1 + random.nextInt(3); objects > 0; objects--) {
      Plan.Work some = work.get(random.nextInt(work.size()));
      ObjectId object = Placement.object(some.job().names().draw(random));
      long offset = random.nextBoolean() ? 0 : random.nextInt(some.job().largestBytes() + 1);
      ruins.add(new Ruin(object, offset, drawApart()));
    }
    return ruins;
  }

  private long drawApart() {
    boolean coded = site.plan().pool().coding() != null;
    return coded && !random.oneIn(3) ? (1 + random.nextInt(3)) * (long) Payload.BLOCK_BYTES : 0;
  }

  private SortedSet<PgId> ruin(PoolInfo pool, List<Ruin> ruins, boolean everywhere) {
    SortedSet<PgId> groups = new TreeSet<>();
    for (Ruin each : ruins) {
      PgId group = Placement.group(pool, each.object());
      for (int osd : site.alive()) {
        if ((everywhere || !random.oneIn(3)) && ruin(osd, pool, group, each)) {
          groups.add(group);
        }
      }
    }
    return groups;
  }

  private boolean ruin(int osd, PoolInfo pool, PgId group, Ruin it) {
    PoolCode code = pool.code();
    if (code == null) {
      return cluster.disks().ruin(osd, ReplicaId.of(group), it.object(), it.offset());
    }
    boolean any = false;
    for (int position = 0; position < code.positions(); position++) {
      ReplicaId replica = new ReplicaId(group, position);
      long offset = it.offset() / code.parameters().k() + position * it.apart();
      any |= cluster.disks().ruin(osd, replica, it.object(), offset);
    }
    return any;
  }

  /**
   * A pool with one replica loses an OSD with all data of the pool on it, possibly while other
   * replicas are being filled. An operator accepts the loss, clients go on, and later the pool is
   * removed. All other pools must survive this, so it runs under the conditions of a lost disk. Not
   * combined with a pool that is removed and restored, since removed pools are then kept long.
   */
  void acceptLoss() {
    if (site.plan().events().troubles().contains(Trouble.REMOVED_POOL)) {
      return;
    }
    site.putAllRight();
    String name = "lossy" + pools++;
    int groups = 1 + random.nextInt(4);
    order(
        new Change.CreatePool(
            name,
            groups,
            new Change.CreatePool.Sizes(1, 1),
            null,
            Replication.PRIMARY,
            Compression.NONE));
    if (site.client().admin().map().poolNamed(name).isEmpty()) {
      return;
    }
    site.later(
        "remove pool " + name,
        site.drawNanos(),
        () -> site.insist(new Change.DeletePool(name, name)));
    work(name, 5 + random.nextInt(MOST_OBJECTS), true);
    if (!cluster.awaitClean(site.client(), 60 * SECOND)) {
      return;
    }
    boolean paused = random.nextBoolean();
    if (random.nextBoolean()) {
      site.insist(new Change.SetFlag(ClusterFlag.NORECOVER, paused));
      int size = 2 + random.nextInt(Math.min(2, cluster.size() - 1));
      order(new Change.SetPool(name, "size", Integer.toString(size)));
      background(name, random.nextInt(MOST_OBJECTS));
      cluster.world().runFor(random.between(0, 4 * SECOND));
    }
    giveUp(victim(name, groups));
    cluster.world().runFor(random.between(0, 5 * SECOND));
    if (random.nextBoolean()) {
      site.crash(site.drawOsd(), site.drawNanos());
    }
    site.insist(new Change.SetFlag(ClusterFlag.NORECOVER, false));
    background(name, random.nextInt(MOST_OBJECTS));
    accept(name, groups);
    work(name, 5 + random.nextInt(MOST_OBJECTS), false);
    cluster.world().runFor(random.between(0, 5 * SECOND));
  }

  /** The primary of one of the pool's groups. */
  private OsdId victim(String name, int groups) {
    ClusterMap map = site.client().admin().map();
    PgId group = new PgId(map.poolNamed(name).orElseThrow().id(), random.nextInt(groups));
    return new Placement().locate(map, group).primary().orElse(new OsdId(site.drawOsd()));
  }

  private void giveUp(OsdId osd) {
    cluster.crashOsd(osd.value());
    order(new Change.MarkDown(List.of(osd)));
    cluster.world().runFor(random.between(0, 3 * SECOND));
    cluster.disks().lose(osd.value());
    if (random.nextBoolean()) {
      site.insist(new Change.PurgeOsd(osd, true));
      cluster.world().runFor(random.between(0, 2 * SECOND));
      order(new Change.CreateOsd(osd, cluster.disks().identity(osd.value())));
    } else {
      order(new Change.ReplaceOsd(osd, true));
    }
    cluster.startOsd(osd.value());
  }

  private void accept(String name, int groups) {
    ClusterMap map = site.client().admin().map();
    List<PgId> all = new ArrayList<>();
    for (int seed = 0; seed < groups; seed++) {
      all.add(new PgId(map.poolNamed(name).orElseThrow().id(), seed));
    }
    order(new Change.AcceptLoss(all));
  }

  private void order(Change change) {
    site.insist(change);
    site.awaitOrders();
  }

  /** Writes one object after the other, whatever the outcomes. */
  private void work(String name, int operations, boolean fresh) {
    for (int i = 0; i < operations; i++) {
      cluster.await(operate(name, fresh ? "o" + i : "o" + random.nextInt(MOST_OBJECTS), fresh));
    }
  }

  /** The same, concurrently with everything else. */
  private void background(String name, int operations) {
    SimWorld world = cluster.world();
    if (operations > 0) {
      world.at(
          world.nowNanos() + random.between(0, SECOND / 4),
          () -> {
            var _ = operate(name, "o" + random.nextInt(MOST_OBJECTS), random.nextBoolean());
            background(name, operations - 1);
          });
    }
  }

  private CompletableFuture<Boolean> operate(String name, String object, boolean whole) {
    if (site.client().admin().map().poolNamed(name).isEmpty()) {
      return CompletableFuture.completedFuture(false);
    }
    io.pando.client.Pool pool = site.client().pool(name).withTimeout(PATIENCE);
    ByteBuffer bytes = ByteBuffer.allocate(1 + random.nextInt(6_000));
    CompletableFuture<?> asked =
        whole
            ? pool.writeFullAsync(object, bytes)
            : switch (random.nextInt(4)) {
              case 0 -> pool.removeAsync(object);
              case 1 -> pool.readAsync(object);
              case 2 -> pool.appendAsync(object, bytes);
              default -> pool.writeFullAsync(object, bytes);
            };
    return asked.handle((_, failure) -> failure == null);
  }
}
