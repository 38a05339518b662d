package io.pando.mon;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.MonitorInfo;
import io.pando.cluster.fullness.Fullness;
import io.pando.cluster.release.Release;
import io.pando.cluster.release.Releases;
import io.pando.crush.CrushEdit;
import io.pando.crush.CrushMap;
import io.pando.crush.model.BucketType;
import io.pando.crush.model.Rule;
import io.pando.crush.model.RuleStep;
import io.pando.id.ClusterId;
import io.pando.id.NodeId;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The map of epoch 1, with which a cluster begins: its monitors, no OSDs, no pools, an empty CRUSH
 * root {@code default} and the rule {@code replicated_rule}. It requires the release of the build
 * that made it.
 */
public final class InitialMap {
  private InitialMap() {}

  /**
   * The first map.
   *
   * @param failureDomain bucket type of which no two replicas share a bucket, such as {@code host};
   *     or {@code osd} if all OSDs are on one host
   * @throws IllegalArgumentException if the bucket type does not exist; the message lists the types
   *     that exist
   */
  public static ClusterMap of(
      ClusterId cluster, List<MonitorInfo> monitors, String failureDomain, long nowMillis) {
    return of(cluster, monitors, failureDomain, nowMillis, Release.current().number());
  }

  /**
   * The first map of a cluster that begins with another release.
   *
   * @param release release that the cluster requires, and that its monitors run until they tell
   *     another one
   */
  public static ClusterMap of(
      ClusterId cluster,
      List<MonitorInfo> monitors,
      String failureDomain,
      long nowMillis,
      int release) {
    return new ClusterMap(
        new ClusterMap.Stamp(cluster, 1, nowMillis),
        new ClusterMap.PlacementInput(
            new TreeMap<>(), new TreeMap<>(), crush(failureDomain), new TreeMap<>()),
        new ClusterMap.Operation(new TreeSet<>(), releases(monitors, release)),
        monitors,
        ClusterMap.Losses.NONE,
        Fullness.NONE);
  }

  private static Releases releases(List<MonitorInfo> monitors, int release) {
    SortedMap<NodeId, Integer> running = new TreeMap<>();
    monitors.forEach(monitor -> running.put(monitor.node(), release));
    return new Releases(release, running);
  }

  /** The CRUSH map of a cluster without OSDs. */
  public static CrushMap crush(String failureDomain) {
    CrushMap initial = CrushEdit.initial();
    int domain =
        initial
            .type(failureDomain)
            .map(BucketType::id)
            .orElseThrow(() -> new IllegalArgumentException(unknown(initial, failureDomain)));
    CrushMap.Builder crush = initial.toBuilder();
    for (Rule rule : initial.rules()) {
      List<RuleStep> steps = rule.steps().stream().map(step -> spread(step, domain)).toList();
      crush.rule(
          new Rule(rule.id(), rule.name(), rule.kind(), rule.minSize(), rule.maxSize(), steps));
    }
    return crush.build();
  }

  private static RuleStep spread(RuleStep step, int domain) {
    return step instanceof RuleStep.Choose choose
        ? new RuleStep.Choose(choose.mode(), domain > 0, choose.count(), domain)
        : step;
  }

  private static String unknown(CrushMap map, String failureDomain) {
    String all = map.types().stream().map(BucketType::name).collect(Collectors.joining(", "));
    return "no failure domain '" + failureDomain + "' (there are: " + all + ")";
  }
}
