package io.pando.report.space;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.OsdInfo;
import io.pando.crush.CrushMap;
import io.pando.crush.model.Bucket;
import io.pando.crush.model.Device;
import io.pando.crush.model.Rule;
import io.pando.crush.model.RuleStep;
import io.pando.id.OsdId;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Shares of the data that a CRUSH rule gives to OSDs, from 0 to 1, in proportion to their weights
 * below the buckets from which the rule starts. OSDs that get nothing are absent.
 */
record RuleShares(SortedMap<OsdId, Double> shares) {
  RuleShares {
    shares = Collections.unmodifiableSortedMap(new TreeMap<>(shares));
  }

  static RuleShares of(ClusterMap map, int rule) {
    SortedMap<OsdId, Double> weights = new TreeMap<>();
    map.crush()
        .rule(rule)
        .map(Rule::steps)
        .ifPresent(steps -> {
          for (RuleStep step : steps) {
            if (step instanceof RuleStep.Take take) {
              add(map, take, weights);
            }
          }
        });
    double all = weights.values().stream().mapToDouble(Double::doubleValue).sum();
    weights.replaceAll((_, weight) -> weight / all);
    return new RuleShares(weights);
  }

  private static void add(ClusterMap map, RuleStep.Take take, SortedMap<OsdId, Double> weights) {
    if (take.item() >= 0) {
      addDevice(map, take.item(), OsdInfo.FULL_WEIGHT, take.deviceClass(), weights);
    }
    map.crush()
        .bucket(take.item())
        .ifPresent(root -> addBelow(map, root, take.deviceClass(), weights));
  }

  private static void addBelow(
      ClusterMap map,
      Bucket bucket,
      @Nullable String deviceClass,
      SortedMap<OsdId, Double> weights) {
    CrushMap crush = map.crush();
    for (Bucket.Item item : bucket.items()) {
      if (item.id() >= 0) {
        long weight = Integer.toUnsignedLong(item.weight());
        addDevice(map, item.id(), weight, deviceClass, weights);
      } else {
        crush.bucket(item.id()).ifPresent(child -> addBelow(map, child, deviceClass, weights));
      }
    }
  }

  private static void addDevice(
      ClusterMap map,
      int id,
      long weight,
      @Nullable String deviceClass,
      SortedMap<OsdId, Double> weights) {
    boolean ofClass =
        deviceClass == null
            || map.crush()
                .device(id)
                .map(Device::deviceClass)
                .filter(deviceClass::equals)
                .isPresent();
    OsdInfo osd = map.osds().get(new OsdId(id));
    if (ofClass && osd != null && weight > 0 && osd.effectiveReweight() > 0) {
      weights.merge(osd.id(), (double) weight * osd.effectiveReweight(), Double::sum);
    }
  }
}
