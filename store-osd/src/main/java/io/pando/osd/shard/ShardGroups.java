package io.pando.osd.shard;

import io.pando.bytes.Payload;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.Placement;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.ShardMapping;
import io.pando.group.GroupLineage;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.osd.pg.PlacementGroup;
import io.pando.osd.pg.lease.Leases;
import io.pando.osd.pg.replica.GroupConfig;
import io.pando.osd.pg.replica.GroupContext;
import io.pando.osd.pg.replica.LogBudget;
import io.pando.osd.pg.replica.Membership;
import io.pando.osd.pg.replica.StoredGroup;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The groups that a shard holds, and before the first map the groups found in its store. */
final class ShardGroups {
  private final OsdId self;
  private final ShardPlace place;
  private final GroupContext context;
  private final LogBudget logs;
  private final Placement placement = new Placement();
  private final SortedMap<PgId, PlacementGroup> groups = new TreeMap<>();
  private final SortedMap<PgId, StoredGroup> stored = new TreeMap<>();

  ShardGroups(OsdId self, ShardPlace place, GroupConfig config, LogBudget logs, Leases leases) {
    this.self = self;
    this.place = place;
    this.context = new GroupContext(self, config, logs, leases);
    this.logs = logs;
  }

  /** Records a group found in the store. {@link #open} makes it a live group. */
  void found(PgId group, SortedMap<String, Payload> meta) {
    stored.put(group, StoredGroup.parse(group, meta));
  }

  @Nullable PlacementGroup get(PgId group) {
    return groups.get(group);
  }

  /** Whether this object is the live group of its id, and not one that has ended. */
  @SuppressWarnings("ReferenceEquality")
  boolean isHere(PlacementGroup group) {
    return groups.get(group.group()) == group;
  }

  /** Groups of a pool that are not discarded. */
  List<PlacementGroup> of(PoolInfo pool) {
    return groups.values().stream()
        .filter(group -> group.group().pool().equals(pool.id()) && !group.isDiscarded())
        .toList();
  }

  /** Adds a group: as stored, made from others, or new. */
  PlacementGroup add(StoredGroup as, Membership membership) {
    PlacementGroup group = new PlacementGroup(context, membership, as);
    groups.put(group.group(), group);
    logs.setGroups(groups.size());
    return group;
  }

  Collection<PlacementGroup> all() {
    return Collections.unmodifiableCollection(groups.values());
  }

  void forget(PgId group) {
    groups.remove(group);
    logs.setGroups(groups.size());
  }

  private boolean owns(PoolInfo pool, PgId group) {
    return ShardMapping.shardOf(pool, group, place.shards()) == place.index();
  }

  /**
   * Makes the stored groups live with the first map; returns those whose pool is not in the map.
   */
  List<PgId> open(ClusterMap map) {
    List<PgId> orphans = new ArrayList<>();
    stored.forEach((group, as) -> {
      if (map.pools().containsKey(group.pool())) {
        PlacementGroup _ = add(as, new Membership(map, placement.locate(map, group)));
      } else {
        orphans.add(group);
      }
    });
    stored.clear();
    return orphans;
  }

  GroupMapping locate(ClusterMap map, PgId group) {
    return placement.locate(map, group);
  }

  /** Adds the groups that the map places here and that are missing; they are not stored yet. */
  List<PlacementGroup> addNew(ClusterMap map) {
    List<PlacementGroup> added = new ArrayList<>();
    for (PoolInfo pool : map.pools().values()) {
      int count = isReplayed(pool, map) ? 0 : pool.groupCount();
      for (int seed = 0; seed < count; seed++) {
        PgId group = new PgId(pool.id(), seed);
        if (owns(pool, group) && !groups.containsKey(group)) {
          addIfHere(map, pool, group, map.epoch()).ifPresent(added::add);
        }
      }
    }
    return added;
  }

  /**
   * Creates a new copy of a group whose old copy has been removed, if the map maps the group to
   * this shard. The present interval may have begun with an earlier map, during the removal.
   */
  Optional<PlacementGroup> addAgain(ClusterMap map, PlacementGroup removed) {
    PgId group = removed.group();
    PoolInfo pool = map.pools().get(group.pool());
    if (pool == null || group.seed() >= pool.groupCount()) {
      return Optional.empty();
    }
    Membership now = new Membership(map, placement.locate(map, group));
    return addIfHere(map, pool, group, removed.intervalSince(now));
  }

  /**
   * Whether groups of the pool were already split or merged by a later map. After a restart the
   * maps between are replayed; they must not recreate groups from which others were made.
   */
  private boolean isReplayed(PoolInfo pool, ClusterMap map) {
    return of(pool).stream().anyMatch(group -> group.lineage().since() > map.epoch());
  }

  private Optional<PlacementGroup> addIfHere(
      ClusterMap map, PoolInfo pool, PgId group, long intervalSince) {
    GroupMapping mapping = placement.locate(map, group);
    if (!mapping.contains(self)) {
      return Optional.empty();
    }
    // If this OSD knows every map since the pool was created, the group's history is known;
    // otherwise other members must supply it.
    GroupLineage lineage = new GroupLineage(pool.groupCount(), map.epoch());
    StoredGroup fresh =
        StoredGroup.fresh(group, pool.createdEpoch(), lineage).inIntervalSince(intervalSince);
    return Optional.of(add(fresh, new Membership(map, mapping)));
  }

  /** Other OSDs that are members of a group of this shard. */
  SortedSet<OsdId> neighbours() {
    SortedSet<OsdId> neighbours = new TreeSet<>();
    groups.values().forEach(group -> neighbours.addAll(group.membership().osds()));
    neighbours.remove(self);
    return neighbours;
  }
}
