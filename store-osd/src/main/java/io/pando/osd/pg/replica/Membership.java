package io.pando.osd.pg.replica;

import io.pando.check.Invariant;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Compression;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.GroupTree;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.PoolInfo;
import io.pando.id.OsdId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The members of a group by one map.
 *
 * @param map newest map that the group has processed
 * @param mapping mapping of the group by this map
 * @param members OSDs that must hold the group: acting set and up set
 */
public record Membership(ClusterMap map, GroupMapping mapping, SortedSet<OsdId> members) {
  public Membership(ClusterMap map, GroupMapping mapping) {
    this(map, mapping, membersOf(mapping));
  }

  private static SortedSet<OsdId> membersOf(GroupMapping mapping) {
    SortedSet<OsdId> members = new TreeSet<>(mapping.acting().osds());
    members.addAll(mapping.up().osds());
    return Collections.unmodifiableSortedSet(members);
  }

  public long epoch() {
    return map.epoch();
  }

  /** The group's pool, which must exist in the map. */
  public PoolInfo pool() {
    return Invariant.present(
        map.pools().get(mapping.group().pool()), () -> "no pool of group " + mapping.group());
  }

  /** Compression of the pool; none if the pool is not in the map any more. */
  public Compression compression() {
    PoolInfo known = map.pools().get(mapping.group().pool());
    return known == null ? Compression.NONE : known.options().compression();
  }

  /** Whether this OSD is the primary: it orders the updates. */
  public boolean isPrimary(OsdId osd) {
    return osd.equals(mapping.acting().first());
  }

  /** Whether the map overrides the acting set of the group. */
  public boolean isOverridden() {
    return map.actingOverrides().containsKey(mapping.group());
  }

  /** The members except one. */
  public SortedSet<OsdId> others(OsdId self) {
    SortedSet<OsdId> others = new TreeSet<>(members);
    others.remove(self);
    return others;
  }

  /**
   * Whether the interval continues from this map to {@code next}: same up set and acting set, same
   * incarnations of their OSDs, same size, min_size and replication of the pool, and no split or
   * merge.
   */
  public boolean continuesIn(Membership next) {
    return mapping.equals(next.mapping)
        && incarnations().equals(next.incarnations())
        && pool().size() == next.pool().size()
        && pool().minSize() == next.pool().minSize()
        && !GroupTree.changes(mapping.group().seed(), pool().groupCount(), next.pool().groupCount())
        && pool().replication() == next.pool().replication();
  }

  private List<Long> incarnations() {
    List<Long> since = new ArrayList<>();
    for (OsdId osd : members) {
      OsdInfo info = map.osds().get(osd);
      since.add(info == null ? 0L : info.upFrom());
    }
    return since;
  }
}
