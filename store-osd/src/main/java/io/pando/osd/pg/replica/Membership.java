package io.pando.osd.pg.replica;

import io.pando.check.Invariant;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Compression;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.GroupTree;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.PoolInfo;
import io.pando.group.GroupInfo.Interval;
import io.pando.id.MemberId;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The members of a group by one map. Only this class decides whether members have positions.
 *
 * @param map newest map that the group has processed
 * @param mapping mapping of the group by this map
 * @param members members that must hold the group: acting set and up set
 * @param osds the OSDs of the members
 */
public record Membership(
    ClusterMap map, GroupMapping mapping, SortedSet<MemberId> members, SortedSet<OsdId> osds) {
  public Membership(ClusterMap map, GroupMapping mapping) {
    this(map, mapping, union(map, mapping.group(), mapping.up(), mapping.acting()));
  }

  private Membership(ClusterMap map, GroupMapping mapping, SortedSet<MemberId> members) {
    this(map, mapping, Collections.unmodifiableSortedSet(members), osdsOf(members));
  }

  private static SortedSet<MemberId> union(
      ClusterMap map, PgId group, MemberList up, MemberList acting) {
    boolean positions = hasPositions(map, group);
    SortedSet<MemberId> members = new TreeSet<>(members(acting, positions));
    members.addAll(members(up, positions));
    return members;
  }

  /** Whether the members differ by their positions: they hold fragments and not replicas. */
  private static boolean hasPositions(ClusterMap map, PgId group) {
    PoolInfo pool = map.pools().get(group.pool());
    return pool != null && pool.isErasureCoded();
  }

  private List<MemberId> members(MemberList list) {
    return members(list, hasPositions(map, mapping.group()));
  }

  private static List<MemberId> members(MemberList list, boolean positions) {
    List<MemberId> members = new ArrayList<>();
    for (int place = 0; place < list.positions().size(); place++) {
      int position = positions ? place : MemberId.NO_POSITION;
      list.positions().get(place).ifPresent(osd -> members.add(new MemberId(osd, position)));
    }
    return members;
  }

  /** The OSDs of some members. */
  public static SortedSet<OsdId> osdsOf(Collection<MemberId> members) {
    SortedSet<OsdId> osds = new TreeSet<>();
    members.forEach(member -> osds.add(member.osd()));
    return Collections.unmodifiableSortedSet(osds);
  }

  /** All members that an OSD can be: one, or one for each position. */
  public List<MemberId> possibleOn(OsdId osd) {
    if (!hasPositions(map, mapping.group())) {
      return List.of(MemberId.of(osd));
    }
    return IntStream.range(0, pool().size())
        .mapToObj(position -> new MemberId(osd, position))
        .toList();
  }

  /** The members that an OSD is. */
  public List<MemberId> membersOn(OsdId osd) {
    return members.stream().filter(member -> member.osd().equals(osd)).toList();
  }

  /** The members of a past interval: each update acknowledged in it is on all of them. */
  public SortedSet<MemberId> membersIn(Interval past) {
    return union(map, mapping.group(), past.up(), past.acting());
  }

  /**
   * Number of different copies among some members: replicas all count, fragments once for each
   * position.
   */
  public int copiesOf(Collection<MemberId> some) {
    return hasPositions(map, mapping.group())
        ? (int) some.stream().mapToInt(MemberId::position).distinct().count()
        : some.size();
  }

  /**
   * Whether there are enough members for updates: {@code min_size}. With fewer, the group is
   * activated, but no later peering needs to hear of it.
   */
  public boolean mayAccept() {
    return copiesOf(members) >= pool().minSize();
  }

  /** The members of the up set, in its order. */
  public List<MemberId> up() {
    return members(mapping.up());
  }

  /** The members of the acting set, in its order: the primary first. */
  public List<MemberId> acting() {
    return members(mapping.acting());
  }

  /** The primary; empty if the acting set is empty. */
  public Optional<MemberId> primary() {
    OsdId first = mapping.acting().first();
    if (first == null) {
      return Optional.empty();
    }
    return hasPositions(map, mapping.group())
        ? acting().stream().findFirst()
        : Optional.of(MemberId.of(first));
  }

  /** Whether the OSD of a member is up. */
  public boolean isUp(MemberId member) {
    return map.isUp(member.osd());
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

  /** Whether this member is the primary: it orders the updates. */
  public boolean isPrimary(MemberId member) {
    return primary().filter(member::equals).isPresent();
  }

  /** Whether the map overrides the acting set of the group. */
  public boolean isOverridden() {
    return map.actingOverrides().containsKey(mapping.group());
  }

  /** The members except one. */
  public SortedSet<MemberId> others(MemberId self) {
    SortedSet<MemberId> others = new TreeSet<>(members);
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
    for (MemberId member : members) {
      OsdInfo info = map.osds().get(member.osd());
      since.add(info == null ? 0L : info.upFrom());
    }
    return since;
  }
}
