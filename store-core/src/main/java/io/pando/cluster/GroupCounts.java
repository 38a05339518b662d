package io.pando.cluster;

import io.pando.id.Version;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The number of placement groups of a pool, and the transition to its target number. The monitors
 * make the transition in steps; each step is a new map:
 *
 * <pre>
 *   target above count   count grows (groups split where they are), then placement follows
 *   target below count   placement shrinks (children move to their parents), then the last groups
 *                        are made quiet ({@code quietFrom} below count), then count shrinks
 * </pre>
 *
 * @param count current number of groups
 * @param target wanted number of groups
 * @param placement number of groups that CRUSH places separately: the group {@code seed} is placed
 *     like the group {@code seed mod placement} (stable modulo); 1 to {@code count}
 * @param quietFrom lowest number of the groups that are about to be merged into their parents;
 *     {@code count} if there are none. Neither these groups nor their parents take updates
 * @param roots number of root groups: a root and all its descendants stay on the same shard of an
 *     OSD; 1 to {@code count}, fixed when the pool is made
 * @param steps the last steps
 */
public record GroupCounts(
    int count, int target, int placement, int quietFrom, int roots, Steps steps) {
  /**
   * Maximum number of roots. A pool with at least as many groups keeps that many event loops of an
   * OSD busy.
   */
  public static final int MAX_ROOTS = 16;

  /** Maximum number of groups that one step merges into others. */
  public static final int MAX_MERGED = 16;

  /**
   * The last steps of the transition.
   *
   * @param steppedEpoch map epoch of the last step
   * @param steppedMillis wall-clock time of the last step, in milliseconds
   * @param lastMerge the last merge; null if {@code count} never shrank
   */
  public record Steps(long steppedEpoch, long steppedMillis, @Nullable Merge lastMerge) {
    /** No steps. */
    public static final Steps NONE = new Steps(0, 0, null);
  }

  /**
   * A step in which groups were merged into their parents.
   *
   * @param epoch epoch of the map with fewer groups
   * @param from number of groups before
   * @param to number of groups afterwards
   * @param previousEpoch epoch of the previous merge, 0 if there was none
   * @param finals the last version of each group concerned, children and parents, while it was
   *     quiet
   */
  public record Merge(long epoch, int from, int to, long previousEpoch, List<Final> finals) {
    public Merge {
      finals = List.copyOf(finals);
    }

    /** The last version of a group before the merge; empty if the group had no part in it. */
    public Optional<Version> finalOf(int seed) {
      return finals.stream().filter(last -> last.seed() == seed).findFirst().map(Final::version);
    }
  }

  /**
   * The last version of a group before a merge.
   *
   * @param seed number of the group
   */
  public record Final(int seed, Version version) {}

  public GroupCounts {
    range("groups", count, 1, PoolInfo.MAX_GROUPS);
    range("target", target, 1, PoolInfo.MAX_GROUPS);
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

  /** The counts of a new pool with {@code count} groups. */
  public static GroupCounts fresh(int count) {
    return new GroupCounts(count, count, count, count, Math.min(count, MAX_ROOTS), Steps.NONE);
  }

  /**
   * The smallest number of groups that one merge may leave. Every parent gets at most one child,
   * and a merge stays small because clients wait for it.
   */
  public static int leastAfterMerge(int count, int roots) {
    int eachHasOneParent = count <= 1 ? 1 : Integer.highestOneBit(count - 1);
    return Math.max(Math.max(eachHasOneParent, roots), count - MAX_MERGED);
  }

  /** The last merge; null if {@code count} never shrank. */
  public @Nullable Merge lastMerge() {
    return steps.lastMerge();
  }

  /** Whether no step is left. */
  public boolean isSettled() {
    return count == target && placement == target && quietFrom == count;
  }

  /** Whether the group takes no updates because it is about to be merged, as child or as parent. */
  public boolean isQuiet(int seed) {
    if (quietFrom == count) {
      return false;
    }
    return seed >= quietFrom || GroupTree.splits(seed, quietFrom, count);
  }

  /** The same counts with another target. */
  public GroupCounts toward(int newTarget) {
    return new GroupCounts(count, newTarget, placement, quietFrom, roots, steps);
  }
}
