package io.pando.sim.run;

import static io.pando.sim.SimCluster.SECOND;

import io.pando.cluster.Change;
import io.pando.cluster.PoolInfo;
import io.pando.id.OsdId;
import io.pando.random.Random64;
import io.pando.sim.SimCluster;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Splits and merges the groups of the pool while an OSD is dead, so that the groups of its copies
 * no longer match the map. Groups are merged only while all of them are clean, so there is no other
 * trouble meanwhile, and another OSD takes the place of the dead one. Once in a run, since it takes
 * long.
 */
final class MissedMerges {
  private static final int MOST_GROUPS = 8;
  private static final long CLEAN_WITHIN = 20 * SECOND;
  private static final long SETTLED_WITHIN = 15 * SECOND;

  private final Site site;
  private final SimCluster cluster;
  private final Random64 random;
  private boolean struck;

  MissedMerges(Site site) {
    this.site = site;
    this.cluster = site.cluster();
    this.random = site.random();
  }

  void strike() {
    if (struck || site.alive().size() <= site.plan().pool().size()) {
      return;
    }
    struck = true;
    site.putAllRight();
    PoolInfo pool = pool();
    if (pool == null
        || pool.isRemoved()
        || pool.groupCount() > MOST_GROUPS
        || !cluster.awaitClean(site.client(), CLEAN_WITHIN)) {
      return;
    }
    int few = pool.groupCount();
    int many = few + 1 + random.nextInt(few);
    boolean splitBefore = random.nextBoolean();
    if (splitBefore && !reach(many)) {
      return;
    }
    int osd = site.alive().get(random.nextInt(site.alive().size()));
    leave(osd);
    if (splitBefore || reach(many)) {
      reach(few);
      if (random.nextBoolean() && reach(many)) {
        reach(few);
      }
    }
  }

  private @Nullable PoolInfo pool() {
    return site.client().admin().map().poolNamed(SeedRun.POOL).orElse(null);
  }

  /** Leaves an OSD dead until this trouble is over. */
  private void leave(int osd) {
    List<OsdId> it = List.of(new OsdId(osd));
    cluster.crashOsd(osd);
    site.insist(new Change.MarkDown(it));
    site.insist(new Change.MarkOut(it));
    site.later(
        "bring osd." + osd + " back",
        0,
        () -> {
          site.insist(new Change.MarkIn(it));
          site.restart(osd);
        });
  }

  private boolean reach(int groups) {
    site.insist(new Change.SetPool(SeedRun.POOL, "groups", Integer.toString(groups)));
    site.awaitOrders();
    return cluster
        .world()
        .runUntil(() -> isAt(groups), cluster.world().nowNanos() + SETTLED_WITHIN);
  }

  private boolean isAt(int groups) {
    PoolInfo pool = pool();
    return pool != null && pool.groupCount() == groups && pool.groups().isSettled();
  }
}
