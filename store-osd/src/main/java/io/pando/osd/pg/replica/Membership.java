package io.pando.osd.pg.replica;

import io.pando.check.Invariant;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Compression;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.GroupTree;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.Pool;
import io.pando.id.OsdId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Who belongs to a group by one map.
 *
 * @param map the newest map the group was told
 * @param mapping of the group by it
 * @param members everybody who is to hold the group: who serves it now and who is to
 */
public record Membership(ClusterMap map, GroupMapping mapping, SortedSet<OsdId> members) {
  /** Who belongs to it by that mapping. */
  public Membership(ClusterMap map, GroupMapping mapping) {
    this(map, mapping, membersOf(mapping));
  }

  private static SortedSet<OsdId> membersOf(GroupMapping mapping) {
    SortedSet<OsdId> members = new TreeSet<>(mapping.acting());
    members.addAll(mapping.up());
    return Collections.unmodifiableSortedSet(members);
  }

  /** Epoch of the map. */
  public long epoch() {
    return map.epoch();
  }

  /** The group's pool, which the map has. */
  public Pool pool() {
    return Invariant.present(
        map.pools().get(mapping.group().pool()), () -> "no pool of group " + mapping.group());
  }

  /** How the pool has its bytes kept; as they are once the map has it no more. */
  public Compression compression() {
    Pool known = map.pools().get(mapping.group().pool());
    return known == null ? Compression.NONE : known.compression();
  }

  /** Whether this OSD orders the updates. */
  public boolean isPrimary(OsdId osd) {
    return !mapping.acting().isEmpty() && mapping.acting().getFirst().equals(osd);
  }

  /** Whether the map has somebody else serve than those to whom the group belongs. */
  public boolean isOverridden() {
    return map.actingOverrides().containsKey(mapping.group());
  }

  /** The members but one. */
  public SortedSet<OsdId> others(OsdId self) {
    SortedSet<OsdId> others = new TreeSet<>(members);
    others.remove(self);
    return others;
  }

  /**
   * Whether an interval goes on from this map to {@code next}: the same incarnations of the same
   * OSDs, under the same terms.
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
