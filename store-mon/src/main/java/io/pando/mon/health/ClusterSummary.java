package io.pando.mon.health;

import io.pando.cluster.OsdInfo;
import io.pando.cluster.Pool;
import io.pando.id.PoolId;
import io.pando.mon.config.MonitorConfig;
import io.pando.report.ClusterStatus;
import io.pando.report.OsdStats;
import io.pando.report.RecoveryProgress;
import io.pando.report.group.GroupStats;
import java.util.SortedMap;
import java.util.TreeMap;

/** Summarises the cluster's status from a {@link Picture}. */
public final class ClusterSummary {
  private ClusterSummary() {}

  /** The status summary. */
  public static ClusterStatus of(Picture picture, MonitorConfig config) {
    SortedMap<String, Integer> groups = new TreeMap<>();
    SortedMap<PoolId, ClusterStatus.PoolUsage> usage = new TreeMap<>();
    for (Pool pool : picture.map().livePools()) {
      usage.put(pool.id(), new ClusterStatus.PoolUsage(0, 0));
    }
    for (GroupStats group : picture.groups()) {
      groups.merge(GroupChecks.words(group), 1, Integer::sum);
      usage.computeIfPresent(
          group.group().pool(),
          (pool, sum) ->
              new ClusterStatus.PoolUsage(
                  sum.objects() + group.contents().objects(),
                  sum.bytes() + group.contents().bytes()));
    }
    return new ClusterStatus(
        picture.map().cluster().toString(),
        picture.map().epoch(),
        HealthChecks.of(picture, config),
        picture.quorum().monitors(),
        new ClusterStatus.OsdCounts(
            picture.map().osds().size(),
            (int) picture.map().osds().values().stream().filter(OsdInfo::up).count(),
            (int) picture.map().osds().values().stream().filter(OsdInfo::in).count()),
        new ClusterStatus.Data(
            groups,
            usage,
            picture.osds().stream().mapToLong(OsdStats::capacityBytes).sum(),
            picture.osds().stream().mapToLong(OsdStats::usedBytes).sum(),
            new ClusterStatus.Copies(
                GroupChecks.degradedCopies(picture),
                GroupChecks.totalCopies(picture),
                picture.groups().stream().mapToLong(group -> group.copies().misplaced()).sum(),
                progress(picture))));
  }

  private static RecoveryProgress progress(Picture picture) {
    long left =
        picture.groups().stream()
            .mapToLong(group -> group.degraded() + group.copies().misplaced())
            .sum();
    RecoveryRates.Rate rate = picture.recovery();
    if (left == 0) {
      return RecoveryProgress.NONE;
    }
    long seconds = rate.objects() == 0 ? 0 : (left + rate.objects() - 1) / rate.objects();
    return new RecoveryProgress(rate.objects(), rate.bytes(), seconds);
  }
}
