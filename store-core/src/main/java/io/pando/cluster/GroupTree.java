package io.pando.cluster;

import java.util.ArrayList;
import java.util.List;

/**
 * How the groups of a pool descend from one another as their number grows and shrinks. Pure
 * functions of a group's number ({@code seed}) and the number of groups.
 */
public final class GroupTree {
  private GroupTree() {}

  /**
   * The group that owns the hashes of {@code seed} when there are {@code count} groups (stable
   * modulo): when the count grows by one, only objects of the group that is split move. Takes as
   * many low bits as the next power of two needs, and one bit less if the result is beyond the
   * count.
   *
   * @param seed the number of a group, or the hash of an object
   */
  public static int ancestor(int seed, int count) {
    int mask = count <= 1 ? 0 : (Integer.highestOneBit(count - 1) << 1) - 1;
    int low = seed & mask;
    return low < count ? low : seed & (mask >> 1);
  }

  /** Groups that are split off this one when {@code from} groups become {@code to}, in order. */
  public static List<Integer> children(int seed, int from, int to) {
    List<Integer> children = new ArrayList<>();
    for (int child = from; child < to; child++) {
      if (ancestor(child, from) == seed) {
        children.add(child);
      }
    }
    return children;
  }

  /** Whether any group is split off this one when {@code from} groups become {@code to}. */
  public static boolean splits(int seed, int from, int to) {
    for (int child = from; child < to; child++) {
      if (ancestor(child, from) == seed) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a change of the number of groups affects this group: it is split, merged, merged into,
   * or removed.
   */
  public static boolean changes(int seed, int before, int after) {
    return before <= after
        ? splits(seed, before, after)
        : seed >= after || splits(seed, after, before);
  }

  /** The range of the group's objects in the placement order of the pool. */
  public static PositionRange range(int seed, int count) {
    if (count <= 1) {
      return PositionRange.ALL;
    }
    int highest = Integer.highestOneBit(count - 1);
    // A group whose partner with the highest bit set does not exist yet owns its hashes too.
    boolean alone = seed < highest && (seed | highest) >= count;
    int mask = alone ? highest - 1 : (highest << 1) - 1;
    return new PositionRange(Integer.reverse(seed), Integer.reverse(seed | ~mask));
  }
}
