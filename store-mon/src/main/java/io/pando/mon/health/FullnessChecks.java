package io.pando.mon.health;

import static io.pando.mon.health.HealthChecks.count;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.fullness.FullRatios;
import io.pando.cluster.fullness.FullnessLevel;
import io.pando.id.OsdId;
import io.pando.report.Health.Check;
import io.pando.report.HealthCode;
import io.pando.report.OsdStats;
import io.pando.report.group.GroupState;
import io.pando.report.group.GroupStats;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Health checks of the space on OSDs, by the levels in the map. */
final class FullnessChecks {
  private FullnessChecks() {}

  static Optional<Check> full(ClusterView view) {
    List<String> details =
        of(
            view,
            FullnessLevel.FULL,
            "add OSDs, or remove objects or pools; to go on meanwhile, raise the ratio (osd"
                + " set-full-ratio R)");
    return HealthChecks.error(HealthCode.OSD_FULL, count(details.size(), "full osd"), details);
  }

  static Optional<Check> backfillFull(ClusterView view) {
    List<String> details =
        of(view, FullnessLevel.BACKFILLFULL, "add OSDs, or reweight it; it is not backfilled");
    return HealthChecks.warning(
        HealthCode.OSD_BACKFILLFULL, count(details.size(), "backfillfull osd"), details);
  }

  static Optional<Check> nearFull(ClusterView view) {
    List<String> details = of(view, FullnessLevel.NEARFULL, "add OSDs, or reweight it");
    return HealthChecks.warning(
        HealthCode.OSD_NEARFULL, count(details.size(), "nearfull osd"), details);
  }

  /** A line for each OSD of exactly this level. */
  private static List<String> of(ClusterView view, FullnessLevel level, String advice) {
    SortedMap<OsdId, OsdStats> stats = new TreeMap<>();
    view.osds().forEach(osd -> stats.put(osd.osd(), osd));
    List<String> details = new ArrayList<>();
    view.map()
        .fullness()
        .levels()
        .forEach((osd, its) -> {
          if (its == level) {
            details.add("%s is %s: %s".formatted(osd, filled(stats.get(osd), level), advice));
          }
        });
    return details;
  }

  private static String filled(@Nullable OsdStats stats, FullnessLevel level) {
    return stats == null
        ? level.label()
        : FullRatios.filled(stats.usedBytes(), stats.capacityBytes()) / 10 + "% full";
  }

  /** Pools in which some updates that need space are refused. */
  static Optional<Check> poolsFull(ClusterView view) {
    ClusterMap map = view.map();
    List<String> details = new ArrayList<>();
    for (PoolInfo pool : map.livePools()) {
      long full = groups(view, pool).filter(group -> isOnFullOsd(map, group)).count();
      if (pool.isFull()) {
        details.add(
            "pool '%s' has reached its quota, %s: remove objects, or raise it (pool set-quota)"
                .formatted(pool.name(), use(view, pool)));
      }
      if (full > 0) {
        details.add(
            "pool '%s' has %s of %d on full OSDs, which take removals only"
                .formatted(pool.name(), count(full, "pg"), pool.groupCount()));
      }
    }
    return HealthChecks.error(HealthCode.POOL_FULL, count(details.size(), "full pool"), details);
  }

  /** Pools that will soon reach their quotas. */
  static Optional<Check> poolsNearFull(ClusterView view) {
    int nearfull = view.map().fullness().ratios().nearfull();
    List<String> details = new ArrayList<>();
    for (PoolInfo pool : view.map().livePools()) {
      boolean near = pool.quota().isReached(bytes(view, pool), objects(view, pool), nearfull);
      if (near && !pool.isFull()) {
        details.add(
            "pool '%s' has nearly reached its quota, %s: raise it (pool set-quota)"
                .formatted(pool.name(), use(view, pool)));
      }
    }
    return HealthChecks.warning(
        HealthCode.POOL_NEAR_FULL, count(details.size(), "nearly full pool"), details);
  }

  private static String use(ClusterView view, PoolInfo pool) {
    List<String> uses = new ArrayList<>();
    if (pool.quota().maxBytes() > 0) {
      uses.add("%d of %d bytes".formatted(bytes(view, pool), pool.quota().maxBytes()));
    }
    if (pool.quota().maxObjects() > 0) {
      uses.add("%d of %d objects".formatted(objects(view, pool), pool.quota().maxObjects()));
    }
    return String.join(", ", uses);
  }

  private static long bytes(ClusterView view, PoolInfo pool) {
    return groups(view, pool).mapToLong(group -> group.contents().bytes()).sum();
  }

  private static long objects(ClusterView view, PoolInfo pool) {
    return groups(view, pool).mapToLong(group -> group.contents().objects()).sum();
  }

  private static Stream<GroupStats> groups(ClusterView view, PoolInfo pool) {
    return view.groups().stream().filter(group -> group.group().pool().equals(pool.id()));
  }

  private static boolean isOnFullOsd(ClusterMap map, GroupStats group) {
    return group.acting().osds().stream()
        .anyMatch(osd -> map.fullness().hasReached(osd, FullnessLevel.FULL));
  }

  /** Groups whose backfill waits for space. */
  static Optional<Check> backfillHindered(ClusterView view) {
    List<GroupStats> waiting =
        view.groups().stream()
            .filter(group -> group.states().contains(GroupState.BACKFILL_TOOFULL))
            .toList();
    return HealthChecks.warning(
        HealthCode.PG_BACKFILL_FULL,
        "too little space for the backfill of "
            + count(waiting.size(), "pg")
            + ": add OSDs if it does not end by itself",
        waiting,
        group -> "pg %s waits for %s".formatted(group.group(), group.waitsFor()));
  }
}
