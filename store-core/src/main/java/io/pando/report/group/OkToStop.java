package io.pando.report.group;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.Placement;
import io.pando.cluster.PoolInfo;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Whether OSDs can be stopped together while every group stays active: each group must keep at
 * least {@code min_size} members that have all its objects.
 *
 * @param osds OSDs to be stopped
 * @param kept number of groups that lose members and stay active
 * @param inactive groups that would not serve clients any more, in order
 */
public record OkToStop(SortedSet<OsdId> osds, int kept, List<Inactive> inactive) {
  /** A group that would not be active, with the reason as a sentence. */
  public record Inactive(PgId group, String why) {}

  public OkToStop {
    osds = Collections.unmodifiableSortedSet(new TreeSet<>(osds));
    inactive = List.copyOf(inactive);
  }

  /**
   * Decides by the map and the reports of the primaries of all groups. Groups of removed pools do
   * not count: clients do not use them.
   */
  public static OkToStop of(ClusterMap map, List<GroupStats> groups, Collection<OsdId> osds) {
    SortedSet<OsdId> stopping = new TreeSet<>(osds);
    Placement placement = new Placement();
    List<Inactive> inactive = new ArrayList<>();
    int kept = 0;
    for (GroupStats group : groups) {
      Optional<PoolInfo> pool = map.livePool(group.group().pool());
      if (pool.isEmpty()) {
        continue;
      }
      GroupMapping mapping = placement.locate(map, group.group());
      List<OsdId> left =
          mapping.acting().osds().stream().filter(osd -> !stopping.contains(osd)).toList();
      if (left.size() == mapping.acting().count()) {
        continue;
      }
      Optional<String> objection =
          outdated(map, mapping, group).or(() -> objection(pool.get(), group, left));
      objection.ifPresent(why -> inactive.add(new Inactive(group.group(), why)));
      kept += objection.isEmpty() ? 1 : 0;
    }
    return new OkToStop(stopping, kept, inactive);
  }

  /** A report that is older than the last boot of a member does not say what that member lacks. */
  private static Optional<String> outdated(ClusterMap map, GroupMapping mapping, GroupStats group) {
    for (OsdId member : mapping.acting().osds()) {
      OsdInfo info = map.osds().get(member);
      if (info != null && info.history().upFrom() > group.mapping().epoch()) {
        return Optional.of(
            "has no report since %s came up in epoch %d; wait until its primary has reported"
                .formatted(member, info.history().upFrom()));
      }
    }
    return group.acting().equals(mapping.acting())
        ? Optional.empty()
        : Optional.of(
            "is on %s now, and its last report is from %s; wait until its primary has reported"
                .formatted(mapping.acting(), group.acting()));
  }

  private static Optional<String> objection(PoolInfo pool, GroupStats group, List<OsdId> left) {
    SortedSet<GroupState> states = group.states();
    if (!states.contains(GroupState.ACTIVE) || states.contains(GroupState.STALE)) {
      return Optional.of("is not active now: " + names(states));
    }
    if (left.size() < pool.minSize()) {
      return Optional.of(
          "would have %d of its %s, and its pool needs %d (min_size)"
              .formatted(
                  left.size(), pool.isErasureCoded() ? "fragments" : "replicas", pool.minSize()));
    }
    // The report does not say which member lacks objects: those that stay may be the ones.
    return group.degraded() > 0
        ? Optional.of(
            "is degraded: some of its objects may have no copy elsewhere; wait until it is clean")
        : Optional.empty();
  }

  private static String names(SortedSet<GroupState> states) {
    return String.join("+", states.stream().map(GroupState::label).toList());
  }

  /** Whether every group stays active. */
  public boolean isOk() {
    return inactive.isEmpty();
  }
}
