package io.pando.crush.choose;

import io.pando.crush.model.RuleStep;
import org.jspecify.annotations.Nullable;

/**
 * Chooses distinct items for replicas, which are interchangeable: if one cannot be placed, the
 * later ones move up and the result is shorter.
 *
 * <p>A replica descends from a bucket to an item of the wanted type and uses its own number for the
 * draws. A collision with an earlier replica, or an item that declines, is a failure. Each failure
 * adds one to the number of the draw. The tunables decide how to continue after a failure: with
 * another draw in the same bucket (after a collision), then with draws from a permutation of that
 * bucket, then with a new descent, until the tries are used up. With today's tunables there are no
 * local tries, and a failure leads directly to a new descent.
 *
 * <p>If leaves are requested, an item is accepted only with a device below it, which is found in
 * the same way.
 */
final class FirstnSelection {
  /** The requested type, and the output; {@code leaf} is set if leaves are requested. */
  private static final class Level {
    final @Nullable Level leaf;
    int type;
    int tries;
    int[] out = {};

    Level(@Nullable Level leaf) {
      this.leaf = leaf;
    }
  }

  private final RuleRun run;
  private final RuleSettings settings;
  private final Level leaf = new Level(null);
  private final Level itemOnly = new Level(null);
  private final Level itemWithLeaf = new Level(leaf);

  /**
   * Index in the outputs where this selection begins; items before it belong to other selections.
   */
  private int start;

  FirstnSelection(RuleRun run, RuleSettings settings) {
    this.run = run;
    this.settings = settings;
  }

  /**
   * Chooses below one bucket.
   *
   * @param start index in the outputs
   * @param replicas number of replicas to try
   * @param room maximum number of items to choose
   * @return number of items chosen
   */
  int select(RuleStep.Choose step, BucketNode root, int start, int replicas, int room) {
    this.start = start;
    Level level = step.leaves() ? itemWithLeaf : itemOnly;
    level.type = step.type();
    level.tries = settings.tries();
    level.out = run.chosen();
    leaf.type = 0;
    leaf.tries = settings.firstnLeafTries();
    leaf.out = run.leaves();
    int placed = 0;
    for (int replica = 0; replica < replicas && placed < room; replica++) {
      if (place(level, root, replica, placed)) {
        placed++;
      }
    }
    return placed;
  }

  /**
   * Finds an item and stores it at index {@code placed} of the selection; false if there is none.
   */
  private boolean place(Level level, BucketNode root, int firstDraw, int placed) {
    int failures = 0;
    int localFailures = 0;
    BucketNode bucket = root;
    while (true) {
      boolean collided = false;
      if (bucket.size() > 0) {
        int item = draw(bucket, firstDraw + failures, localFailures);
        if (run.typeOf(item) != level.type) {
          if (item >= 0) {
            return false;
          }
          bucket = run.node(item);
          continue;
        }
        collided = isTaken(level, item, placed);
        if (!collided && accepts(level, item, firstDraw + failures, placed)) {
          level.out[start + placed] = item;
          return true;
        }
      }
      failures++;
      localFailures++;
      if (!staysLocal(bucket, collided, localFailures)) {
        if (failures >= level.tries) {
          return false;
        }
        bucket = root;
        localFailures = 0;
      }
    }
  }

  private int draw(BucketNode bucket, int r, int localFailures) {
    int fallbackTries = settings.localFallbackTries();
    boolean permuted =
        fallbackTries > 0 && localFailures >= bucket.size() >> 1 && localFailures > fallbackTries;
    return permuted ? run.drawPermuted(bucket, r) : run.draw(bucket, r);
  }

  private boolean isTaken(Level level, int item, int placed) {
    for (int i = start; i < start + placed; i++) {
      if (level.out[i] == item) {
        return true;
      }
    }
    return false;
  }

  private boolean accepts(Level level, int item, int r, int placed) {
    Level below = level.leaf;
    if (below != null && item >= 0) {
      below.out[start + placed] = item;
    } else if (below != null) {
      int firstDraw = (settings.stable() ? 0 : placed) + settings.leafDrawOffset(r);
      return place(below, run.node(item), firstDraw, placed);
    }
    return item < 0 || !run.isOut(item);
  }

  private boolean staysLocal(BucketNode bucket, boolean collided, int localFailures) {
    int fallbackTries = settings.localFallbackTries();
    return (collided && localFailures <= settings.localTries())
        || (fallbackTries > 0 && localFailures <= bucket.size() + fallbackTries);
  }
}
