package io.pando.crush.choose;

import io.pando.crush.model.Bucket;
import io.pando.crush.model.Rule;
import io.pando.crush.model.RuleStep;
import io.pando.crush.model.Tunable;
import io.pando.crush.model.Tunables;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** A map in the form that mapping uses: arrays, and choices with their derived data. */
public final class MappingPlan {
  private static final RuleStep[] NO_RULE = {};

  /** The plan of an empty map. */
  static final MappingPlan EMPTY =
      new MappingPlan(Tunables.optimal(), List.of(), List.of(), (item, deviceClass) -> item);

  private final BucketNode[] nodes;
  private final RuleStep[][] rules;
  private final Tunables tunables;
  private final int largestBucket;

  /** The shadow bucket of an item for a device class. */
  public interface Shadows {
    /**
     * Returns the id of the shadow.
     *
     * @throws io.pando.crush.model.InvalidCrushMapException if there is none
     */
    int of(int item, String deviceClass);
  }

  /**
   * Prepares a map.
   *
   * @param buckets all buckets, also those of shadow trees
   */
  public MappingPlan(
      Tunables tunables, List<Bucket> buckets, Collection<Rule> rules, Shadows shadows) {
    this.tunables = tunables;
    int lowest = 0;
    int largest = 0;
    for (Bucket bucket : buckets) {
      lowest = Math.min(lowest, bucket.id());
      largest = Math.max(largest, bucket.items().size());
    }
    this.largestBucket = largest;
    this.nodes = new BucketNode[-lowest];
    Arrays.fill(nodes, BucketNode.GAP);
    int strawVersion = tunables.get(Tunable.STRAW_CALC_VERSION);
    for (Bucket bucket : buckets) {
      nodes[-1 - bucket.id()] = BucketNode.of(bucket, strawVersion);
    }
    this.rules = rules(rules, shadows);
  }

  private static RuleStep[][] rules(Collection<Rule> rules, Shadows shadows) {
    int count = rules.stream().mapToInt(rule -> rule.id() + 1).max().orElse(0);
    RuleStep[][] plans = new RuleStep[count][];
    Arrays.fill(plans, NO_RULE);
    for (Rule rule : rules) {
      plans[rule.id()] =
          rule.steps().stream().map(step -> resolve(step, shadows)).toArray(RuleStep[]::new);
    }
    return plans;
  }

  /** Replaces a {@code take} with a device class by a {@code take} of the shadow bucket. */
  private static RuleStep resolve(RuleStep step, Shadows shadows) {
    if (step instanceof RuleStep.Take(int item, String deviceClass) && deviceClass != null) {
      return new RuleStep.Take(shadows.of(item, deviceClass), null);
    }
    return step;
  }

  /** The steps of a rule; none if it does not exist. */
  RuleStep[] steps(int ruleId) {
    return ruleId >= 0 && ruleId < rules.length ? rules[ruleId] : NO_RULE;
  }

  int tunable(Tunable tunable) {
    return tunables.get(tunable);
  }

  /** The bucket with a negative id. */
  BucketNode node(int id) {
    return nodes[-1 - id];
  }

  int nodeCount() {
    return nodes.length;
  }

  /** The greatest number of items in any bucket. */
  int largestBucket() {
    return largestBucket;
  }
}
