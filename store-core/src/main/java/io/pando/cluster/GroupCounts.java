package io.pando.cluster;

import io.pando.id.Version;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How many placement groups a pool has, and the way to as many as it is to have. The monitors walk
 * it step by step, and every step is a map:
 *
 * <pre>
 *   target above count   count grows (groups split where they are), then placement follows
 *   target below count   placement shrinks (children move to their parents), then the last groups
 *                        are made quiet ({@code quietFrom} below count), then count shrinks
 * </pre>
 *
 * @param count groups there are
 * @param target groups there are to be
 * @param placement the group {@code seed} lies where {@code seed mod placement} lies (stably); 1 to
 *     {@code count}
 * @param quietFrom groups from this number on are about to be merged into their parents: neither
 *     they nor their parents take updates; {@code count} if there are none
 * @param roots groups that a shard of an OSD holds with all their descendants; 1 to {@code count},
 *     and never changed
 * @param steppedEpoch map epoch of the last step
 * @param steppedMillis wall-clock time of it
 * @param lastMerge the last time that {@code count} shrank; null if it never did
 */
public record GroupCounts(
    int count,
    int target,
    int placement,
    int quietFrom,
    int roots,
    long steppedEpoch,
    long steppedMillis,
    @Nullable Merge lastMerge) {
  /** Most roots: a pool with as many groups or more keeps so many loops of an OSD busy. */
  public static final int MAX_ROOTS = 16;

  /** Most groups that are merged into others in one step. */
  public static final int MAX_MERGED = 16;

  /**
   * A step in which groups were merged into their parents.
   *
   * @param epoch of the map with fewer groups
   * @param from groups before
   * @param to groups since then
   * @param previousEpoch epoch of the merge before it, 0 if there was none
   * @param finals with which version each group concerned, children and parents, was quiet
   */
  public record Merge(long epoch, int from, int to, long previousEpoch, List<Final> finals) {
    public Merge {
      finals = List.copyOf(finals);
    }

    /** The last version of a group before it was merged; empty if it had no part in it. */
    public Optional<Version> finalOf(int seed) {
      return finals.stream().filter(last -> last.seed() == seed).findFirst().map(Final::version);
    }
  }

  /**
   * The last version of a group before a merge.
   *
   * @param seed of the group
   */
  public record Final(int seed, Version version) {}

  public GroupCounts {
    range("groups", count, 1, Pool.MAX_GROUPS);
    range("target", target, 1, Pool.MAX_GROUPS);
    range("placement", placement, 1, count);
    range("roots", roots, 1, count);
    range("quiet groups", quietFrom, Math.min(count, leastAfterMerge(count, roots)), count);
  }

  private static void range(String what, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "number of " + what + " of a pool must be " + least + " to " + most + ": " + value);
    }
  }

  /** Of a pool that is made with so many groups. */
  public static GroupCounts fresh(int count) {
    return new GroupCounts(count, count, count, count, Math.min(count, MAX_ROOTS), 0, 0, null);
  }

  /**
   * The fewest groups that one merge may leave: every parent gets one child at most, and a merge
   * stays small, since clients wait for it.
   */
  public static int leastAfterMerge(int count, int roots) {
    int eachHasOneParent = count <= 1 ? 1 : Integer.highestOneBit(count - 1);
    return Math.max(Math.max(eachHasOneParent, roots), count - MAX_MERGED);
  }

  /** Whether there is nothing left to do. */
  public boolean isSettled() {
    return count == target && placement == target && quietFrom == count;
  }

  /** Whether the group is about to be merged, or to be merged into: it takes no updates. */
  public boolean isQuiet(int seed) {
    if (quietFrom == count) {
      return false;
    }
    return seed >= quietFrom || GroupTree.splits(seed, quietFrom, count);
  }

  /** With another target. */
  public GroupCounts toward(int newTarget) {
    return new GroupCounts(
        count, newTarget, placement, quietFrom, roots, steppedEpoch, steppedMillis, lastMerge);
  }
}
