package io.pando.cli.command.pool;

import io.pando.cli.output.Json;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Compression;
import io.pando.cluster.GroupCounts;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.erasure.PoolCode;
import io.pando.cluster.fullness.PoolQuota;
import io.pando.crush.model.Rule;

/** Prints a pool with its settings. */
public final class PoolView {
  private PoolView() {}

  /** The JSON form. */
  public static Json json(ClusterMap map, PoolInfo pool) {
    Json json =
        new Json()
            .put("pool_id", pool.id().value())
            .put("pool_name", pool.name())
            .put("size", pool.size())
            .put("min_size", pool.minSize())
            .put("pg_num", pool.groupCount())
            .put("pg_num_target", pool.groups().target())
            .put("pgp_num", pool.groups().placement())
            .put("crush_rule", ruleName(map, pool))
            .put("nodelete", pool.options().noDelete())
            .put("replication", pool.replication().label())
            .put("compression", pool.options().compression().label())
            .put("quota_max_bytes", pool.quota().maxBytes())
            .put("quota_max_objects", pool.quota().maxObjects())
            .put("full", pool.isFull())
            .put("create_epoch", pool.createdEpoch())
            .put("space_factor", pool.spaceFactor());
    PoolCode code = pool.code();
    return code == null
        ? json
        : json.put("erasure", code.parameters().toString())
            .put("erasure_code_profile", pool.profile())
            .put("k", code.parameters().k())
            .put("m", code.parameters().m())
            .put("stripe_unit", code.stripeUnit())
            .put("fast_read", pool.options().fastRead());
  }

  /** A line for people. */
  public static String line(ClusterMap map, PoolInfo pool) {
    Compression compression = pool.options().compression();
    return "pool %s '%s' %s size %s min_size %s crush_rule %s pg_num %s"
            .formatted(
                pool.id(),
                pool.name(),
                kind(pool),
                pool.size(),
                pool.minSize(),
                ruleName(map, pool),
                pool.groupCount())
        + onTheWay(pool.groups())
        + " replication "
        + pool.replication().label()
        + (compression == Compression.NONE ? "" : " compression " + compression.label())
        + (pool.options().fastRead() ? " fast_read" : "")
        + quota(pool.quota())
        + (pool.options().noDelete() ? " flags nodelete" : "")
        + (pool.isFull() ? " full" : "");
  }

  private static String kind(PoolInfo pool) {
    PoolCode code = pool.code();
    if (code == null) {
      return "replicated";
    }
    String profile = pool.profile();
    return "erasure %s%s stripe_unit %d space %s"
        .formatted(
            code.parameters(),
            profile == null ? "" : " profile " + profile,
            code.stripeUnit(),
            ProfileView.factor(pool.spaceFactor()));
  }

  private static String quota(PoolQuota quota) {
    return (quota.maxBytes() == 0 ? "" : " max_bytes " + quota.maxBytes())
        + (quota.maxObjects() == 0 ? "" : " max_objects " + quota.maxObjects());
  }

  /**
   * The counts of a pool that is on its way to another number of groups; empty if it has arrived.
   */
  private static String onTheWay(GroupCounts groups) {
    return groups.isSettled()
        ? ""
        : " pgp_num " + groups.placement() + " pg_num_target " + groups.target();
  }

  private static String ruleName(ClusterMap map, PoolInfo pool) {
    return map.crush().rule(pool.rule()).map(Rule::name).orElse(String.valueOf(pool.rule()));
  }
}
