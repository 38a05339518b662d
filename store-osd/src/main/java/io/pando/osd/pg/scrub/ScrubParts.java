package io.pando.osd.pg.scrub;

import io.pando.cluster.PositionRange;
import io.pando.merkle.HashTree;
import io.pando.merkle.Subtree;
import io.pando.osd.pg.repair.Differences;
import io.pando.osd.pg.replica.Replica;
import io.pando.probe.Limit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Divides a group into parts that are looked at one after the other: some leaves of its tree. */
final class ScrubParts {
  /** At least 16: each part takes a round trip to every replica, also if its leaves are empty. */
  private static final Limit MOST_LEAVES = Limit.of("scrub: leaves in one part", 16, 4_096);

  private final Replica replica;

  ScrubParts(Replica replica) {
    this.replica = replica;
  }

  private HashTree leaves() {
    return replica.tree().tree();
  }

  /** All of the group. */
  PositionRange all() {
    return leaves().range();
  }

  /** How many thousandths of the group lie before a mark. */
  int thousandthsBefore(int mark) {
    if (!all().contains(mark)) {
      return 0;
    }
    return (int) (Integer.toUnsignedLong(mark - all().first()) * 1_000 / all().size());
  }

  /**
   * From the mark on, as many leaves as have about as many objects as may be looked at together.
   *
   * @param mark after a split it may lie in another group: then from the first position on
   * @param most objects
   * @param differing where copies may differ, the rest is passed over; null: all is looked at
   * @return nothing if there is nothing left
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

  /** Whole leaves, which may be larger than what differs. */
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

  /** Whether a part lies within the group, and reaches as far as the mark at least. */
  boolean isAhead(PositionRange part, int mark) {
    boolean within = all().contains(part.first()) && all().contains(part.last());
    return within
        && Integer.compareUnsigned(part.first(), part.last()) <= 0
        && (!all().contains(mark) || Integer.compareUnsigned(mark, part.first()) <= 0);
  }
}
