package io.pando.client.objecter;

import io.pando.cluster.ClusterFlag;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.Placement;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.Replication;
import io.pando.cluster.ShardMapping;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.port.Peer;
import io.pando.probe.Probe;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Finds the route of work by the newest map. */
final class Router {
  /** Result of routing. */
  sealed interface Routing {
    /** The work has a route. */
    record To(Route route) implements Routing {}

    /** No OSD serves the work by this map. */
    record Nowhere(String reason) implements Routing {}

    /** No route: the pool was removed. */
    record PoolGone() implements Routing {}
  }

  private final BiFunction<ClusterMap, PgId, GroupMapping> placement;

  /** Cached results for the newest map. */
  private final Map<PgId, Routing> known = new LinkedHashMap<>();

  private @Nullable ClusterMap map;

  Router(BiFunction<ClusterMap, PgId, GroupMapping> placement) {
    this.placement = placement;
  }

  /** Takes over a newer map; an older one is ignored. */
  boolean adopt(ClusterMap newer) {
    if (map != null && newer.epoch() <= map.epoch()) {
      return false;
    }
    map = newer;
    known.clear();
    return true;
  }

  long epoch() {
    return map == null ? 0 : map.epoch();
  }

  Routing route(Operation operation) {
    if (map == null) {
      return new Routing.Nowhere("there is no cluster map yet");
    }
    Optional<PoolInfo> inUse = map.livePool(operation.pool());
    if (inUse.isEmpty()) {
      Probe.reached("objecter: routes to a pool that is gone");
      return new Routing.PoolGone();
    }
    PoolInfo pool = inUse.get();
    if (operation.named() == null) {
      ClusterFlag pause = operation.mutates() ? ClusterFlag.PAUSEWR : ClusterFlag.PAUSERD;
      if (map.flags().contains(pause)) {
        return new Routing.Nowhere("the cluster has the flag " + pause.label());
      }
    }
    PgId group = group(pool, operation);
    if (operation.waitsForSpace()) {
      Optional<String> lack = lackOfSpace(map, pool, group);
      if (lack.isPresent()) {
        Probe.reached("objecter: an operation waits for space");
        return new Routing.Nowhere(lack.get());
      }
    }
    Routing routing = known.get(group);
    if (routing == null) {
      routing = toPrimary(map, pool, group);
      known.put(group, routing);
    }
    return routing;
  }

  private Optional<String> lackOfSpace(ClusterMap now, PoolInfo pool, PgId group) {
    if (pool.isFull()) {
      return Optional.of("the pool has reached its quota by map " + now.epoch());
    }
    return now.isFull(placement.apply(now, group))
        ? Optional.of("an OSD of group " + group + " is full by map " + now.epoch())
        : Optional.empty();
  }

  private static PgId group(PoolInfo pool, Operation operation) {
    return switch (operation) {
      case Operation.Vector vector -> Placement.group(pool, vector.object());
      case Operation.Listing listing -> Placement.group(pool, listing.after());
      case Operation.Query query -> query.group();
      case Operation.Scrub scrub -> scrub.group();
    };
  }

  private Routing toPrimary(ClusterMap now, PoolInfo pool, PgId group) {
    GroupMapping mapping = placement.apply(now, group);
    Optional<Peer.Dialed> primary = mapping.primary().flatMap(osd -> peer(now, pool, osd, group));
    if (primary.isEmpty()) {
      return new Routing.Nowhere(
          "no OSD that is up serves group " + group + " by map " + now.epoch());
    }
    Peer.Dialed collector =
        pool.replication()
            .collector(mapping)
            .flatMap(osd -> peer(now, pool, osd, group))
            .orElse(primary.get());
    return new Routing.To(new Route(group, primary.get(), collector, Replication.path(mapping)));
  }

  private static Optional<Peer.Dialed> peer(ClusterMap now, PoolInfo pool, OsdId id, PgId group) {
    OsdInfo osd = now.osds().get(id);
    if (osd == null || osd.address() == null || osd.endpoint().shards() < 1) {
      return Optional.empty();
    }
    return Optional.of(
        new Peer.Dialed(osd.address(), ShardMapping.shardOf(pool, group, osd.endpoint().shards())));
  }

  /** Whether that incarnation is up by the newest map. */
  boolean isUp(Peer.Dialed osd) {
    return map != null && map.isUp(osd.node().osd(), osd.nonce());
  }

  /**
   * Another OSD to ask for a newer map: another member, or any OSD if there is none.
   *
   * @param turn selects another OSD each time
   */
  Optional<Peer.Dialed> other(Route route, int turn) {
    ClusterMap now = map;
    PoolInfo pool = now == null ? null : now.pools().get(route.group().pool());
    if (now == null || pool == null) {
      return Optional.empty();
    }
    OsdId primary = route.primary().node().osd();
    List<OsdId> others = new ArrayList<>(route.members());
    if (others.size() < 2) {
      others.addAll(now.osds().keySet());
    }
    others.removeIf(osd -> osd.equals(primary) || !now.isUp(osd));
    return others.isEmpty()
        ? Optional.empty()
        : peer(now, pool, others.get(Math.floorMod(turn, others.size())), route.group());
  }
}
