package io.pando.osd.shard;

import io.pando.bytes.Payload;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.Placement;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.ShardMapping;
import io.pando.group.GroupLineage;
import io.pando.id.MemberId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.ReplicaId;
import io.pando.osd.pg.PlacementGroup;
import io.pando.osd.pg.lease.Leases;
import io.pando.osd.pg.log.LogBudget;
import io.pando.osd.pg.redundancy.ErasureCodes;
import io.pando.osd.pg.replica.GroupConfig;
import io.pando.osd.pg.replica.GroupContext;
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
  private final SortedMap<ReplicaId, PlacementGroup> groups = new TreeMap<>();
  private final SortedMap<ReplicaId, StoredGroup> stored = new TreeMap<>();

  ShardGroups(
      OsdId self,
      ShardPlace place,
      GroupConfig config,
      LogBudget logs,
      Leases leases,
      ErasureCodes codes) {
    this.self = self;
    this.place = place;
    this.context = new GroupContext(self, config, logs, leases, codes);
    this.logs = logs;
  }

  /** Records a group found in the store. {@link #open} makes it a live group. */
  void found(ReplicaId copy, SortedMap<String, Payload> meta) {
    stored.put(copy, StoredGroup.parse(copy.group(), meta));
  }

  @Nullable PlacementGroup get(ReplicaId copy) {
    return groups.get(copy);
  }

  /**
   * The copy that leads the group here, or any other copy if none does; null if the group is not
   * here.
   */
  @Nullable PlacementGroup leading(PgId group) {
    PlacementGroup only = groups.get(ReplicaId.of(group));
    if (only != null) {
      return only;
    }
    PlacementGroup found = null;
    for (PlacementGroup copy : groups.tailMap(ReplicaId.of(group)).values()) {
      if (!copy.group().equals(group)) {
        break;
      }
      found = found == null || copy.isPrimary() ? copy : found;
    }
    return found;
  }

  /** Whether this object is the live group of its id, and not one that has ended. */
  @SuppressWarnings("ReferenceEquality")
  boolean isHere(PlacementGroup group) {
    return groups.get(group.id()) == group;
  }

  /** Groups of a pool that are not discarded. */
  List<PlacementGroup> of(PoolInfo pool) {
    return groups.values().stream()
        .filter(group -> group.group().pool().equals(pool.id()) && !group.isDiscarded())
        .toList();
  }

  /** Adds a group: as stored, made from others, or new. */
  PlacementGroup add(StoredGroup as, MemberId member, Membership membership) {
    PlacementGroup group = new PlacementGroup(context, member, membership, as);
    groups.put(group.id(), group);
    logs.setGroups(groups.size());
    return group;
  }

  Collection<PlacementGroup> all() {
    return Collections.unmodifiableCollection(groups.values());
  }

  void forget(ReplicaId copy) {
    groups.remove(copy);
    logs.setGroups(groups.size());
  }

  private boolean owns(PoolInfo pool, PgId group) {
    return ShardMapping.shardOf(pool, group, place.shards()) == place.index();
  }

  /**
   * Makes the stored groups live with the first map; returns those whose pool is not in the map.
   */
  List<ReplicaId> open(ClusterMap map) {
    List<ReplicaId> orphans = new ArrayList<>();
    stored.forEach((copy, as) -> {
      PgId group = copy.group();
      if (map.pools().containsKey(group.pool())) {
        PlacementGroup _ = add(as, member(copy), new Membership(map, placement.locate(map, group)));
      } else {
        orphans.add(copy);
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
        boolean isHere = !pool.isErasureCoded() && groups.containsKey(ReplicaId.of(group));
        if (owns(pool, group) && !isHere && placement.locate(map, group).contains(self)) {
          addNew(map, group, added);
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
    return now.members().contains(removed.self())
        ? Optional.of(addNew(map, group, removed.self(), removed.intervalSince(now)))
        : Optional.empty();
  }

  /**
   * Whether groups of the pool were already split or merged by a later map. After a restart the
   * maps between are replayed; they must not recreate groups from which others were made.
   */
  private boolean isReplayed(PoolInfo pool, ClusterMap map) {
    return of(pool).stream().anyMatch(group -> group.lineage().since() > map.epoch());
  }

  /** Adds the copies of a group that are missing here. */
  private void addNew(ClusterMap map, PgId group, List<PlacementGroup> added) {
    for (MemberId member : new Membership(map, placement.locate(map, group)).membersOn(self)) {
      if (!groups.containsKey(new ReplicaId(group, member.position()))) {
        added.add(addNew(map, group, member, map.epoch()));
      }
    }
  }

  private PlacementGroup addNew(ClusterMap map, PgId group, MemberId member, long intervalSince) {
    GroupMapping mapping = placement.locate(map, group);
    Membership membership = new Membership(map, mapping);
    PoolInfo pool = membership.pool();
    // If this OSD knows every map since the pool was created, the group's history is known;
    // otherwise other members must supply it.
    GroupLineage lineage = new GroupLineage(pool.groupCount(), map.epoch());
    StoredGroup fresh =
        StoredGroup.fresh(group, pool.createdEpoch(), lineage).inIntervalSince(intervalSince);
    return add(fresh, member, membership);
  }

  private MemberId member(ReplicaId copy) {
    return new MemberId(self, copy.position());
  }

  /** Other OSDs that are members of a group of this shard. */
  SortedSet<OsdId> neighbours() {
    SortedSet<OsdId> neighbours = new TreeSet<>();
    groups.values().forEach(group -> neighbours.addAll(group.membership().osds()));
    neighbours.remove(self);
    return neighbours;
  }
}
