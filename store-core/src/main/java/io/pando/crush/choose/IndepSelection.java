package io.pando.crush.choose;

import io.pando.crush.model.RuleStep;
import java.util.Arrays;

/**
 * Chooses distinct items for the shards of an erasure code, which are not interchangeable: each
 * slot keeps its item whatever happens to the others, and a slot that cannot be filled is a hole.
 *
 * <p>All slots are tried once, breadth first. Then slots that failed are tried again, with a draw
 * number that no other slot uses, until the tries are used up.
 */
final class IndepSelection {
  /** Marks a slot that is not yet filled, within a selection. */
  private static final int OPEN = 0x7ffffffe;

  static final int HOLE = 0x7fffffff;

  private final RuleRun run;
  private final RuleSettings settings;

  private int type;
  private boolean withLeaves;
  private int start;

  /** Number of slots if there were room for all: the step between the draw numbers of retries. */
  private int slots;

  private int room;

  /** Draw number of the last choice in a descent. */
  private int lastDraw;

  IndepSelection(RuleRun run, RuleSettings settings) {
    this.run = run;
    this.settings = settings;
  }

  /**
   * Chooses below one bucket.
   *
   * @param start index in the outputs
   * @param slots number of slots that the step requests
   * @param room number of slots to fill
   * @return number of slots filled, holes included: {@code room}
   */
  int select(RuleStep.Choose step, BucketNode root, int start, int slots, int room) {
    this.type = step.type();
    this.withLeaves = step.leaves();
    this.start = start;
    this.slots = slots;
    this.room = room;
    int[] chosen = run.chosen();
    Arrays.fill(chosen, start, start + room, OPEN);
    Arrays.fill(run.leaves(), start, start + room, HOLE);
    int open = room;
    for (int failures = 0; open > 0 && failures < settings.tries(); failures++) {
      for (int slot = 0; slot < room; slot++) {
        if (chosen[start + slot] == OPEN) {
          int item = attempt(root, slot, failures);
          chosen[start + slot] = item;
          open -= item == OPEN ? 0 : 1;
        }
      }
    }
    for (int i = start; i < start + room; i++) {
      chosen[i] = chosen[i] == OPEN ? HOLE : chosen[i];
    }
    return room;
  }

  /** An item for a slot, HOLE if there can be none, OPEN if another attempt may find one. */
  private int attempt(BucketNode root, int slot, int failures) {
    int item = descend(root, type, slot, failures);
    if (item == OPEN || (item != HOLE && isTaken(item))) {
      return OPEN;
    }
    if (withLeaves) {
      // Kept even if the item then declines and its slot stays open.
      int leaf = item < 0 ? leafBelow(item, slot + lastDraw) : item;
      run.leaves()[start + slot] = leaf;
      if (leaf == HOLE && item != HOLE) {
        return OPEN;
      }
    }
    return isDevice(item) && run.isOut(item) ? OPEN : item;
  }

  private static boolean isDevice(int item) {
    return item >= 0 && item != HOLE;
  }

  private boolean isTaken(int item) {
    int[] chosen = run.chosen();
    for (int i = start; i < start + room; i++) {
      if (chosen[i] == item) {
        return true;
      }
    }
    return false;
  }

  /** A device below an item, or HOLE. */
  private int leafBelow(int item, int firstDraw) {
    BucketNode root = run.node(item);
    for (int failures = 0; failures < settings.indepLeafTries(); failures++) {
      int leaf = descend(root, 0, firstDraw, failures);
      if (leaf == HOLE) {
        return HOLE;
      }
      if (leaf != OPEN && !run.isOut(leaf)) {
        return leaf;
      }
    }
    return HOLE;
  }

  /** One descent: an item, HOLE at a device that is not wanted, OPEN at an empty bucket. */
  private int descend(BucketNode root, int wantedType, int firstDraw, int failures) {
    BucketNode bucket = root;
    while (bucket.size() > 0) {
      lastDraw = firstDraw + stride(bucket) * failures;
      int item = run.draw(bucket, lastDraw);
      if (run.typeOf(item) == wantedType) {
        return item;
      }
      if (item >= 0) {
        return HOLE;
      }
      bucket = run.node(item);
    }
    return OPEN;
  }

  /**
   * Step between draw numbers: a retry must not repeat another slot's draw, even if draws wrap
   * around a permutation.
   */
  private int stride(BucketNode bucket) {
    return bucket.isUniform() && bucket.size() % slots == 0 ? slots + 1 : slots;
  }
}
