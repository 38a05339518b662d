package io.pando.sim.run;

import static io.pando.sim.SimCluster.SECOND;

import io.pando.client.ListCursor;
import io.pando.client.ListPage;
import io.pando.cluster.Change;
import io.pando.cluster.PoolInfo;
import io.pando.random.Random64;
import io.pando.sim.SimCluster;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Splits groups while clients do not learn of it: they send their next requests to the parent
 * group. A client lists the pool meanwhile, one object at a time, so that its listing is inside a
 * group while that group is split.
 */
final class UnheardSplits {
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final Site site;
  private final SimCluster cluster;
  private final Random64 random;

  UnheardSplits(Site site) {
    this.site = site;
    this.cluster = site.cluster();
    this.random = site.random();
  }

  void strike() {
    Optional<PoolInfo> pool = site.client().admin().map().poolNamed(SeedRun.POOL);
    int groups = pool.map(PoolInfo::groupCount).orElse(0);
    if (groups == 0 || groups >= OperatorTroubles.MOST_GROUPS) {
      return;
    }
    for (int listings = 1 + random.nextInt(4); listings > 0; listings--) {
      list(null, 1 + random.nextInt(60));
    }
    cluster.world().runFor(random.between(0, SECOND / 2));
    int more = Math.min(OperatorTroubles.MOST_GROUPS, groups * (2 + random.nextInt(3)));
    site.order(new Change.SetPool(SeedRun.POOL, "groups", Integer.toString(more)));
    cluster.world().runFor(random.between(0, SECOND / 20));
    site.leaveClientsUninformed(random.between(SECOND / 2, 6 * SECOND));
  }

  /** Lists the pool; the result is not checked. */
  private void list(@Nullable ListCursor after, int pages) {
    if (pages > 0 && site.client().admin().map().poolNamed(SeedRun.POOL).isPresent()) {
      var _ =
          site.client()
              .pool(SeedRun.POOL)
              .withTimeout(PATIENCE)
              .listPageAsync(after, 1)
              .whenComplete((page, failure) -> next(page, after, pages - 1));
    }
  }

  private void next(@Nullable ListPage page, @Nullable ListCursor before, int pages) {
    ListCursor after = page == null ? before : page.next();
    cluster
        .world()
        .at(cluster.world().nowNanos() + random.between(0, SECOND / 10), () -> list(after, pages));
  }
}
