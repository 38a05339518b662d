package io.pando.report.group;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.Placement;
import io.pando.id.OsdId;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether an OSD can be destroyed without loss of data: no group is mapped to it, and every group
 * is clean on the OSDs to which it is mapped.
 *
 * @param osd OSD to be destroyed
 * @param mapped groups with this OSD in their up set or acting set, one line each
 * @param unclean other groups that are not reported as clean, one line each
 */
public record Removal(OsdId osd, List<String> mapped, List<String> unclean) {
  public Removal {
    mapped = List.copyOf(mapped);
    unclean = List.copyOf(unclean);
  }

  /**
   * Decides by the map and the reports of the primaries of all groups. An OSD that never started
   * holds no data.
   */
  public static Removal of(ClusterMap map, List<GroupStats> groups, OsdId osd) {
    OsdInfo info = map.osds().get(osd);
    List<String> mapped = new ArrayList<>();
    List<String> unclean = new ArrayList<>();
    if (info == null || info.identity() == null) {
      return new Removal(osd, mapped, unclean);
    }
    Placement placement = new Placement();
    for (GroupStats group : groups) {
      if (!map.pools().containsKey(group.group().pool())) {
        continue;
      }
      GroupMapping mapping = placement.locate(map, group.group());
      if (mapping.contains(osd)) {
        mapped.add("pg " + group.group() + " belongs to " + osd);
      } else if (!isWhole(group, mapping)) {
        unclean.add("pg " + group.group() + " is not clean on " + mapping.acting());
      }
    }
    return new Removal(osd, mapped, unclean);
  }

  /**
   * The first three groups that are not served, so that they may need the OSD's data, one line
   * each. Empty if the OSD never started, since it holds no data.
   */
  public static List<String> unserved(ClusterMap map, List<GroupStats> groups, OsdId osd) {
    OsdInfo info = map.osds().get(osd);
    if (info == null || info.identity() == null) {
      return List.of();
    }
    return groups.stream()
        .filter(group -> map.pools().containsKey(group.group().pool()))
        .filter(group ->
            !group.states().contains(GroupState.ACTIVE)
                || group.states().contains(GroupState.STALE))
        .limit(3)
        .map(group -> "pg " + group.group() + " is not served and may need what it holds")
        .toList();
  }

  private static boolean isWhole(GroupStats group, GroupMapping mapping) {
    return group.states().contains(GroupState.CLEAN)
        && !group.states().contains(GroupState.STALE)
        && group.acting().equals(mapping.acting());
  }

  /** Whether the OSD can be destroyed without loss of data. */
  public boolean isSafe() {
    return mapped.isEmpty() && unclean.isEmpty();
  }

  /** Reasons against destroying the OSD: the first {@code most}, and the number of further ones. */
  public List<String> reasons(int most) {
    List<String> reasons = new ArrayList<>(mapped);
    reasons.addAll(unclean);
    if (reasons.size() <= most) {
      return reasons;
    }
    List<String> first = new ArrayList<>(reasons.subList(0, most));
    first.add("and " + (reasons.size() - most) + " more");
    return first;
  }
}
