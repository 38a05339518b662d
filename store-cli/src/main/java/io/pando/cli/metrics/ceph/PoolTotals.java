package io.pando.cli.metrics.ceph;

import io.pando.id.OsdId;
import io.pando.id.PoolId;
import io.pando.report.OsdStats;
import io.pando.report.OsdStats.PoolWork;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Work for clients by pool, summed over OSDs. An OSD counts from its start, so a sum of the counts
 * would decrease when one OSD starts again, which Prometheus takes for a restart of the whole sum.
 * So growth is added up here, and the totals never decrease. Not thread-safe.
 */
final class PoolTotals {
  private final SortedMap<OsdId, SortedMap<PoolId, PoolWork>> seen = new TreeMap<>();
  private final SortedMap<PoolId, PoolWork> totals = new TreeMap<>();

  /** Adds what OSDs did since their last reports; forgets other pools than those in use. */
  void add(List<OsdStats> reports, Collection<PoolId> pools) {
    for (OsdStats report : reports) {
      SortedMap<PoolId, PoolWork> before = seen.computeIfAbsent(report.osd(), _ -> new TreeMap<>());
      report
          .clients()
          .pools()
          .forEach((pool, now) -> {
            PoolWork known = before.put(pool, now);
            totals.merge(pool, growth(known, now), PoolWork::plus);
          });
    }
    totals.keySet().retainAll(pools);
    seen.values().forEach(it -> it.keySet().retainAll(pools));
  }

  private static PoolWork growth(@Nullable PoolWork before, PoolWork now) {
    if (before == null
        || now.reads() < before.reads()
        || now.writes() < before.writes()
        || now.readBytes() < before.readBytes()
        || now.writtenBytes() < before.writtenBytes()) {
      return now;
    }
    return new PoolWork(
        now.reads() - before.reads(),
        now.writes() - before.writes(),
        now.readBytes() - before.readBytes(),
        now.writtenBytes() - before.writtenBytes());
  }

  /** All work on a pool that was seen. */
  PoolWork of(PoolId pool) {
    return totals.getOrDefault(pool, PoolWork.NOTHING);
  }
}
