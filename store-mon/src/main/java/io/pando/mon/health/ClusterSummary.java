package io.pando.mon.health;

import io.pando.cluster.OsdInfo;
import io.pando.cluster.PoolInfo;
import io.pando.id.PoolId;
import io.pando.report.ClusterStatus;
import io.pando.report.OsdStats;
import io.pando.report.RecoveryProgress;
import io.pando.report.group.GroupStats;
import java.util.SortedMap;
import java.util.TreeMap;

/** Summarises the cluster's status from a {@link ClusterView}. */
public final class ClusterSummary {
  private ClusterSummary() {}

  /** The status summary. */
  public static ClusterStatus of(ClusterView view) {
    SortedMap<String, Integer> groups = new TreeMap<>();
    SortedMap<PoolId, ClusterStatus.PoolUsage> usage = new TreeMap<>();
    for (PoolInfo pool : view.map().livePools()) {
      usage.put(pool.id(), new ClusterStatus.PoolUsage(0, 0));
    }
    for (GroupStats group : view.groups()) {
      groups.merge(GroupChecks.words(group), 1, Integer::sum);
      usage.computeIfPresent(
          group.group().pool(),
          (pool, sum) ->
              new ClusterStatus.PoolUsage(
                  sum.objects() + group.contents().objects(),
                  sum.bytes() + group.contents().bytes()));
    }
    return new ClusterStatus(
        view.map().cluster().toString(),
        view.map().epoch(),
        HealthChecks.of(view),
        view.quorum().monitors(),
        new ClusterStatus.OsdCounts(
            view.map().osds().size(),
            (int) view.map().osds().values().stream().filter(OsdInfo::up).count(),
            (int) view.map().osds().values().stream().filter(OsdInfo::in).count()),
        new ClusterStatus.Data(
            groups,
            usage,
            view.osds().stream().mapToLong(OsdStats::capacityBytes).sum(),
            view.osds().stream().mapToLong(OsdStats::usedBytes).sum(),
            new ClusterStatus.Copies(
                GroupChecks.degradedCopies(view),
                GroupChecks.totalCopies(view),
                view.groups().stream().mapToLong(group -> group.copies().misplaced()).sum(),
                progress(view))));
  }

  private static RecoveryProgress progress(ClusterView view) {
    long left =
        view.groups().stream()
            .mapToLong(group -> group.degraded() + group.copies().misplaced())
            .sum();
    RecoveryRates.Rate rate = view.recovery();
    if (left == 0) {
      return RecoveryProgress.NONE;
    }
    long seconds = rate.objects() == 0 ? 0 : (left + rate.objects() - 1) / rate.objects();
    return new RecoveryProgress(rate.objects(), rate.bytes(), seconds);
  }
}
