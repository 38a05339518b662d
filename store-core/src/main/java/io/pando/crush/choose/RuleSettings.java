package io.pando.crush.choose;

import io.pando.crush.model.RuleStep;
import io.pando.crush.model.Tunable;

/**
 * The settings in effect: the map's tunables until the rule sets its own values for its remaining
 * steps.
 */
final class RuleSettings {
  private int tries;
  private int leafTries;
  private int localTries;
  private int localFallbackTries;
  private int varyR;
  private boolean stable;
  private boolean descendOnce;

  void reset(MappingPlan plan) {
    // The tunable counts retries.
    tries = plan.tunable(Tunable.CHOOSE_TOTAL_TRIES) + 1;
    leafTries = 0;
    localTries = plan.tunable(Tunable.CHOOSE_LOCAL_TRIES);
    localFallbackTries = plan.tunable(Tunable.CHOOSE_LOCAL_FALLBACK_TRIES);
    varyR = plan.tunable(Tunable.CHOOSELEAF_VARY_R);
    stable = plan.tunable(Tunable.CHOOSELEAF_STABLE) != 0;
    descendOnce = plan.tunable(Tunable.CHOOSELEAF_DESCEND_ONCE) != 0;
  }

  void set(RuleStep.SetTo step) {
    int value = step.value();
    switch (step.setting()) {
      case CHOOSE_TRIES -> tries = value > 0 ? value : tries;
      case CHOOSELEAF_TRIES -> leafTries = value > 0 ? value : leafTries;
      case CHOOSE_LOCAL_TRIES -> localTries = value;
      case CHOOSE_LOCAL_FALLBACK_TRIES -> localFallbackTries = value;
      case CHOOSELEAF_VARY_R -> varyR = value;
      case CHOOSELEAF_STABLE -> stable = value != 0;
    }
  }

  int tries() {
    return tries;
  }

  /** Attempts to find a leaf below an item, in mode firstn. */
  int firstnLeafTries() {
    if (leafTries > 0) {
      return leafTries;
    }
    return descendOnce ? 1 : tries;
  }

  /** Attempts to find a leaf below an item, in mode indep. */
  int indepLeafTries() {
    return Math.max(1, leafTries);
  }

  int localTries() {
    return localTries;
  }

  int localFallbackTries() {
    return localFallbackTries;
  }

  /** Offset of the draws in the search for a leaf, given the draw of the item above it. */
  int leafDrawOffset(int draw) {
    return varyR == 0 ? 0 : draw >> (varyR - 1);
  }

  /** Whether the leaf below an item does not depend on the replica for which the item is chosen. */
  boolean stable() {
    return stable;
  }
}
