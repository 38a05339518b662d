package io.pando.crush.choose;

import io.pando.crush.model.RuleStep;
import org.jspecify.annotations.Nullable;

/**
 * Interprets rules. A rule is a small program over a list of items: {@code take} starts the list
 * with one item, each {@code choose} replaces the items of the list by items below them, {@code
 * emit} appends the list to the result. The two modes of choosing are {@link FirstnSelection} and
 * {@link IndepSelection}.
 */
final class RuleRun {
  /** The reweight of a device that never declines: 1.0 in 16.16 fixed point. */
  static final int FULL_WEIGHT = 0x10000;

  private final DrawMemory memory = new DrawMemory();
  private final RuleSettings settings = new RuleSettings();
  private final FirstnSelection firstn = new FirstnSelection(this, settings);
  private final IndepSelection indep = new IndepSelection(this, settings);

  private @Nullable MappingPlan preparedFor;
  private MappingPlan plan = MappingPlan.EMPTY;
  private int x;
  private int[] reweights = {};

  private int[] current = {};
  private int count;

  /**
   * The items that a step chooses, and in {@code leaves} the device below each if the step asks for
   * leaves.
   */
  private int[] chosen = {};

  private int[] leaves = {};

  /** Maps one number; see {@code Workspace.map}. */
  int map(MappingPlan map, int ruleId, int number, int[] result, int[] deviceReweights) {
    prepare(map, result.length);
    x = number;
    reweights = deviceReweights;
    settings.reset(map);
    count = 0;
    int found = 0;
    for (RuleStep step : map.steps(ruleId)) {
      switch (step) {
        case RuleStep.Take take -> {
          current[0] = take.item();
          count = 1;
        }
        case RuleStep.SetTo set -> settings.set(set);
        case RuleStep.Choose choose -> choose(choose, result.length);
        case RuleStep.Emit() -> found += emit(result, found);
      }
    }
    return found;
  }

  private void prepare(MappingPlan map, int resultSize) {
    plan = map;
    if (preparedFor != map) {
      memory.prepare(map.nodeCount(), map.largestBucket());
      preparedFor = map;
    }
    if (current.length <= resultSize) {
      // One more than requested: a take step stores an item even if no items are requested.
      current = new int[resultSize + 1];
      chosen = new int[resultSize + 1];
      leaves = new int[resultSize + 1];
    }
  }

  private int emit(int[] result, int found) {
    int emitted = Math.min(count, result.length - found);
    System.arraycopy(current, 0, result, found, emitted);
    count = 0;
    return emitted;
  }

  private void choose(RuleStep.Choose step, int resultSize) {
    int wanted = step.count() > 0 ? step.count() : step.count() + resultSize;
    int total = 0;
    for (int i = 0; i < count && wanted > 0; i++) {
      // Devices and holes have no items below them.
      if (current[i] < 0) {
        BucketNode root = plan.node(current[i]);
        int room = resultSize - total;
        total +=
            switch (step.mode()) {
              case FIRSTN -> firstn.select(step, root, total, wanted, room);
              case INDEP -> indep.select(step, root, total, wanted, Math.min(wanted, room));
            };
      }
    }
    int[] next = step.leaves() ? leaves : chosen;
    System.arraycopy(next, 0, current, 0, total);
    count = total;
  }

  int[] chosen() {
    return chosen;
  }

  int[] leaves() {
    return leaves;
  }

  BucketNode node(int id) {
    return plan.node(id);
  }

  /** The type of a device is 0. */
  int typeOf(int item) {
    return item >= 0 ? 0 : plan.node(item).type();
  }

  /** The item that a bucket chooses in draw {@code r}; the bucket is not empty. */
  int draw(BucketNode bucket, int r) {
    return bucket.choose(x, r, memory);
  }

  /** As {@link #draw}, but from a permutation of the items, so that consecutive draws differ. */
  int drawPermuted(BucketNode bucket, int r) {
    return bucket.item(memory.permuted(bucket.id(), bucket.size(), x, r));
  }

  /** Whether a device declines: always if its reweight is 0, and by chance if it is below 1.0. */
  boolean isOut(int device) {
    if (device >= reweights.length) {
      return true;
    }
    int reweight = reweights[device];
    return reweight < FULL_WEIGHT && (CrushHash.hash32(x, device) & 0xffff) >= reweight;
  }
}
