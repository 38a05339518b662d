package io.pando.mon.health;

import static io.pando.mon.health.HealthChecks.count;

import io.pando.id.OsdId;
import io.pando.report.Health.Check;
import io.pando.report.HealthCode;
import io.pando.report.group.GroupState;
import io.pando.report.group.GroupStats;
import io.pando.report.group.RolledBack;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** Checks for replicas that are wrong although no object is missing. */
final class ReplicaChecks {
  private ReplicaChecks() {}

  /** Groups whose replicas differ although no missing set or repair accounts for the difference. */
  static Optional<Check> diverged(ClusterView view) {
    List<String> details = new ArrayList<>();
    int groups = 0;
    for (GroupStats group : view.groups()) {
      groups += group.states().contains(GroupState.DIVERGED) ? 1 : 0;
      group
          .problems()
          .diverged()
          .forEach((member, since) ->
              details.add(
                  "pg %s: %s differs from the primary since version %s, or before"
                      .formatted(group.group(), member, since)));
    }
    return groups == 0
        ? Optional.empty()
        : HealthChecks.warning(
            HealthCode.PG_DIVERGED,
            count(groups, "pg")
                + (groups == 1 ? " has" : " have")
                + " replicas whose hash trees differ: a scrub or repair determines which is wrong",
            details);
  }

  /** OSDs whose disks lost data that had been durable. */
  static Optional<Check> rolledBack(ClusterView view) {
    SortedSet<OsdId> osds = new TreeSet<>();
    List<String> details = new ArrayList<>();
    for (GroupStats group : view.groups()) {
      for (RolledBack it : group.problems().rolledBack()) {
        osds.add(it.member().osd());
        details.add(
            "pg %s: %s had all updates up to %s, and returned with those up to %s"
                .formatted(group.group(), it.member(), it.had(), it.has()));
      }
    }
    return HealthChecks.warning(
        HealthCode.OSD_ROLLED_BACK,
        count(osds.size(), "osd")
            + " returned without updates that were durable: check "
            + (osds.size() == 1 ? "its device" : "their devices"),
        details);
  }
}
