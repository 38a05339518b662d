package io.pando.cli.metrics.ceph;

import io.pando.cluster.Compression;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.erasure.PoolCode;
import io.pando.id.PoolId;
import io.pando.mon.health.ClusterView;
import io.pando.report.OsdStats.PoolWork;
import io.pando.report.group.GroupState;
import io.pando.report.group.GroupStats;
import io.pando.report.space.SpaceUse;
import io.pando.report.space.SpaceUse.PoolSpace;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/** Pools and their placement groups under the names of Ceph. Not thread-safe. */
final class CephPools {
  private static final String POOL = "pool_id";
  private static final PoolSpace NO_SPACE = new PoolSpace(0, 0, 0, 0, 1);

  /** States of groups that Ceph has too, with its names for them. */
  private static final Map<GroupState, String> STATES = new EnumMap<>(GroupState.class);

  static {
    for (GroupState state :
        List.of(
            GroupState.ACTIVE,
            GroupState.CLEAN,
            GroupState.CREATING,
            GroupState.PEERING,
            GroupState.DEGRADED,
            GroupState.UNDERSIZED,
            GroupState.RECOVERING,
            GroupState.RECOVERY_WAIT,
            GroupState.BACKFILLING,
            GroupState.BACKFILL_TOOFULL,
            GroupState.REMAPPED,
            GroupState.DOWN,
            GroupState.INCOMPLETE,
            GroupState.INCONSISTENT,
            GroupState.SCRUBBING,
            GroupState.STALE,
            GroupState.UNKNOWN)) {
      STATES.put(state, state.label());
    }
    STATES.put(GroupState.DEEP_SCRUBBING, "deep");
    STATES.put(GroupState.REPAIRING, "repair");
  }

  private final PoolTotals totals = new PoolTotals();

  void show(CephText into, ClusterView view) {
    List<PoolInfo> pools = List.copyOf(view.map().livePools());
    totals.add(view.osds(), pools.stream().map(PoolInfo::id).toList());
    metadata(into, pools);
    space(into, pools, SpaceUse.of(view.map(), view.osds(), view.groups()).pools());
    work(into, pools);
    groups(into, pools, view.groups());
  }

  private static void metadata(CephText into, List<PoolInfo> pools) {
    CephText.Family metadata = into.gauge("ceph_pool_metadata", "A pool; always 1");
    for (PoolInfo pool : pools) {
      metadata.add(
          1,
          POOL,
          pool.id().toString(),
          "name",
          pool.name(),
          "type",
          pool.isErasureCoded() ? "erasure" : "replicated",
          "description",
          description(pool),
          "compression_mode",
          pool.options().compression().equals(Compression.NONE) ? "none" : "aggressive");
    }
    of(into.gauge("ceph_pool_quota_bytes", "Quota; 0: none"), pools, it -> it.quota().maxBytes());
    of(
        into.gauge("ceph_pool_quota_objects", "Quota; 0: none"),
        pools,
        it -> it.quota().maxObjects());
  }

  private static String description(PoolInfo pool) {
    PoolCode code = pool.code();
    return code == null
        ? "replica:" + pool.size()
        : "ec:" + code.parameters().k() + "+" + code.parameters().m();
  }

  private static void space(
      CephText into, List<PoolInfo> pools, SortedMap<PoolId, PoolSpace> spaces) {
    of(into.gauge("ceph_pool_objects", "Objects"), pools, it -> of(spaces, it).objects());
    of(
        into.gauge("ceph_pool_stored", "Data, without its copies"),
        pools,
        it -> of(spaces, it).storedBytes());
    of(
        into.gauge("ceph_pool_stored_raw", "Data of all copies or fragments"),
        pools,
        it -> of(spaces, it).usedBytes());
    of(
        into.gauge("ceph_pool_bytes_used", "Data of all copies or fragments"),
        pools,
        it -> of(spaces, it).usedBytes());
    of(
        into.gauge("ceph_pool_max_avail", "Bytes of objects that it can store in addition"),
        pools,
        it -> of(spaces, it).maxAvailableBytes());
    CephText.Family share =
        into.gauge("ceph_pool_percent_used", "Used share of what the pool could use, 0 to 1");
    for (PoolInfo pool : pools) {
      share.add(of(spaces, pool).usedShare(), POOL, pool.id().toString());
    }
  }

  private static PoolSpace of(SortedMap<PoolId, PoolSpace> spaces, PoolInfo pool) {
    return spaces.getOrDefault(pool.id(), NO_SPACE);
  }

  private void work(CephText into, List<PoolInfo> pools) {
    work(into, "ceph_pool_rd", "Reads and listings of clients", pools, PoolWork::reads);
    work(into, "ceph_pool_wr", "Writes of clients", pools, PoolWork::writes);
    work(into, "ceph_pool_rd_bytes", "Data sent to clients", pools, PoolWork::readBytes);
    work(into, "ceph_pool_wr_bytes", "Data received from clients", pools, PoolWork::writtenBytes);
  }

  private void work(
      CephText into,
      String name,
      String meaning,
      List<PoolInfo> pools,
      ToLongFunction<PoolWork> value) {
    of(into.counter(name, meaning), pools, it -> value.applyAsLong(totals.of(it.id())));
  }

  private static void groups(CephText into, List<PoolInfo> pools, List<GroupStats> groups) {
    SortedMap<PoolId, Map<GroupState, Integer>> states = new TreeMap<>();
    SortedMap<PoolId, Integer> all = new TreeMap<>();
    for (GroupStats group : groups) {
      PoolId pool = group.group().pool();
      all.merge(pool, 1, Integer::sum);
      Map<GroupState, Integer> counts =
          states.computeIfAbsent(pool, _ -> new EnumMap<>(GroupState.class));
      group.states().forEach(state -> counts.merge(state, 1, Integer::sum));
    }
    of(into.gauge("ceph_pg_total", "Placement groups"), pools, it -> all.getOrDefault(it.id(), 0));
    STATES.forEach((state, name) ->
        of(
            into.gauge("ceph_pg_" + name, "Placement groups in the state " + state.label()),
            pools,
            it -> states.getOrDefault(it.id(), Map.of()).getOrDefault(state, 0)));
  }

  private static void of(
      CephText.Family family, List<PoolInfo> pools, ToLongFunction<PoolInfo> value) {
    for (PoolInfo pool : pools) {
      family.add(value.applyAsLong(pool), POOL, pool.id().toString());
    }
  }
}
