package io.pando.client.objecter;

import io.pando.cluster.ClusterFlag;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.Placement;
import io.pando.cluster.Pool;
import io.pando.cluster.ShardMapping;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.port.Peer;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Finds where work goes by the newest map. */
final class Router {
  /** What came of it. */
  sealed interface Routing {
    /** There. */
    record To(Route route) implements Routing {}

    /** Nowhere by this map. */
    record Nowhere(String reason) implements Routing {}

    /** Nowhere by any later map. */
    record PoolGone() implements Routing {}
  }

  private final BiFunction<ClusterMap, PgId, GroupMapping> placement;
  private @Nullable ClusterMap map;

  Router(BiFunction<ClusterMap, PgId, GroupMapping> placement) {
    this.placement = placement;
  }

  /** Takes a newer map; an older one is passed over. */
  boolean adopt(ClusterMap newer) {
    if (map != null && newer.epoch() <= map.epoch()) {
      return false;
    }
    map = newer;
    return true;
  }

  long epoch() {
    return map == null ? 0 : map.epoch();
  }

  Routing route(Work work) {
    if (map == null) {
      return new Routing.Nowhere("there is no cluster map yet");
    }
    Pool pool = map.pools().get(work.pool());
    if (pool == null) {
      return new Routing.PoolGone();
    }
    if (!(work instanceof Work.Query)) {
      ClusterFlag pause = work.mutates() ? ClusterFlag.PAUSEWR : ClusterFlag.PAUSERD;
      if (map.flags().contains(pause)) {
        return new Routing.Nowhere("the cluster has the flag " + pause.label());
      }
    }
    return toPrimary(map, pool, group(pool, work));
  }

  private static PgId group(Pool pool, Work work) {
    return switch (work) {
      case Work.Vector vector -> Placement.group(pool, vector.object());
      case Work.Listing listing -> Placement.group(pool, listing.after());
      case Work.Query query -> query.group();
    };
  }

  private Routing toPrimary(ClusterMap now, Pool pool, PgId group) {
    GroupMapping mapping = placement.apply(now, group);
    OsdId primary = mapping.primary().orElse(null);
    OsdInfo osd = primary == null ? null : now.osds().get(primary);
    if (osd == null || osd.address() == null || osd.shards() < 1) {
      return new Routing.Nowhere(
          "no OSD that is up serves group " + group + " by map " + now.epoch());
    }
    int shard = ShardMapping.shardOf(pool, group, osd.shards());
    return new Routing.To(
        new Route(group, new Peer.Dialed(osd.address(), shard), mapping.acting()));
  }
}
