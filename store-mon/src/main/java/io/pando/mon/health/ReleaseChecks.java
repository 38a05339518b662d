package io.pando.mon.health;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.release.Release;
import io.pando.id.NodeId;
import io.pando.mon.rules.ReleaseRules;
import io.pando.report.Health.Check;
import io.pando.report.HealthCode;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Checks of the releases that daemons run. */
final class ReleaseChecks {
  private ReleaseChecks() {}

  /** Daemons run different releases: an upgrade is under way, or was forgotten. */
  static Optional<Check> mixed(ClusterMap map) {
    SortedMap<Integer, List<NodeId>> daemons = byRelease(map);
    return daemons.size() < 2
        ? Optional.empty()
        : HealthChecks.warning(
            HealthCode.MIXED_RELEASES,
            "daemons run different releases: "
                + daemons.keySet().stream()
                    .map(Release::describe)
                    .collect(Collectors.joining(", ")),
            daemons.entrySet().stream()
                .map(entry ->
                    Release.describe(entry.getKey()) + ": " + HealthChecks.names(entry.getValue()))
                .toList());
  }

  /** All daemons run a release that the cluster does not require yet. */
  static Optional<Check> unfinished(ClusterMap map) {
    SortedMap<Integer, List<NodeId>> daemons = byRelease(map);
    if (daemons.size() != 1 || daemons.firstKey() <= map.releases().required()) {
      return Optional.empty();
    }
    String running = Release.describe(daemons.firstKey());
    return HealthChecks.warning(
        HealthCode.UPGRADE_UNFINISHED,
        "all daemons run release %s, and the cluster does not require it yet".formatted(running),
        List.of(
            "to use what it added: pando require-release %s. Older daemons cannot come up after that"
                .formatted(running)));
  }

  /** Daemons that run, by their releases; without those that never told. */
  private static SortedMap<Integer, List<NodeId>> byRelease(ClusterMap map) {
    return ReleaseRules.running(map)
        .filter(daemon -> map.releaseOf(daemon) > 0)
        .collect(Collectors.groupingBy(map::releaseOf, TreeMap::new, Collectors.toList()));
  }
}
