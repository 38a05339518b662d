package io.pando.osd.pg.scrub;

import io.pando.cluster.PositionRange;
import io.pando.merkle.HashTree;
import io.pando.merkle.Subtree;
import io.pando.osd.pg.repair.Differences;
import io.pando.osd.pg.replica.Replica;
import io.pando.probe.Limit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Divides a group into parts that are scrubbed one after the other. A part is a run of leaves of
 * the hash tree.
 */
final class ScrubParts {
  /** At least 16: each part costs a round trip to every replica, even if its leaves are empty. */
  private static final Limit MOST_LEAVES = Limit.of("scrub: leaves in one part", 16, 4_096);

  private final Replica replica;

  ScrubParts(Replica replica) {
    this.replica = replica;
  }

  private HashTree leaves() {
    return replica.tree().tree();
  }

  /** The range of the whole group. */
  PositionRange all() {
    return leaves().range();
  }

  /** Share of the group before a mark, in thousandths. */
  int thousandthsBefore(int mark) {
    if (!all().contains(mark)) {
      return 0;
    }
    return (int) (Integer.toUnsignedLong(mark - all().first()) * 1_000 / all().size());
  }

  /**
   * The next part: from the mark on, as many leaves as have about the given number of objects.
   *
   * @param mark first position; after a split it may lie in another group, then the first position
   *     of this group
   * @param most largest number of objects, except that a part has at least one leaf
   * @param differing parts in which copies may differ, the rest is skipped; null for the whole
   *     group
   * @return the part, or empty if none is left
   */
  Optional<PositionRange> next(int mark, int most, @Nullable Differences differing) {
    int first = all().contains(mark) ? mark : all().first();
    if (differing == null) {
      return Optional.of(leavesFrom(first, all().last(), most));
    }
    return differing.runFrom(first).map(run -> leavesFrom(first(run, first), run.last(), most));
  }

  private static int first(PositionRange run, int mark) {
    return run.contains(mark) ? mark : run.first();
  }

  /** A run of leaves; its last leaf may extend beyond the differing range. */
  private PositionRange leavesFrom(int first, int last, int most) {
    HashTree tree = leaves();
    int leaf = tree.leaf(first);
    int end = Math.min(tree.leaf(last) + 1, leaf + MOST_LEAVES.value());
    long objects = Math.max(0, tree.state(leaf).count());
    while (leaf + 1 < end && objects + Math.max(0, tree.state(leaf + 1).count()) <= most) {
      leaf++;
      objects += Math.max(0, tree.state(leaf).count());
    }
    return new PositionRange(first, tree.positions(new Subtree(tree.depth(), leaf)).last());
  }

  /** Whether a part lies within the group and does not begin before the mark. */
  boolean isAhead(PositionRange part, int mark) {
    boolean within = all().contains(part.first()) && all().contains(part.last());
    return within
        && Integer.compareUnsigned(part.first(), part.last()) <= 0
        && (!all().contains(mark) || Integer.compareUnsigned(mark, part.first()) <= 0);
  }
}
