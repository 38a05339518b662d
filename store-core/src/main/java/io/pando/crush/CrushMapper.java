package io.pando.crush;

import io.pando.crush.choose.Workspace;

/**
 * Maps a number, usually a placement group's, to devices by a rule of a map. A pure function: the
 * same map yields the same devices everywhere.
 */
public final class CrushMapper {
  /** Marks a position of an {@code indep} result that could not be filled. */
  public static final int NONE = Workspace.NONE;

  /** The reweight of a device that never declines: 1.0 in 16.16 fixed point. */
  public static final int FULL_WEIGHT = Workspace.FULL_WEIGHT;

  private CrushMapper() {}

  /**
   * Maps {@code x}. Allocates nothing once the workspace has served this map.
   *
   * @param ruleId id of the rule; an unknown id yields an empty result
   * @param result receives the ids of devices (or of buckets, if the rule emits them) and {@link
   *     #NONE}; its length is the number of items requested
   * @param reweights for each device by id, the probability in 16.16 fixed point that it accepts
   *     being chosen; devices beyond the end of the array never accept
   * @param workspace work memory, not in use by another thread
   * @return number of elements of {@code result} that are set
   */
  public static int map(
      CrushMap map, int ruleId, int x, int[] result, int[] reweights, Workspace workspace) {
    return workspace.map(map.plan(), ruleId, x, result, reweights);
  }
}
