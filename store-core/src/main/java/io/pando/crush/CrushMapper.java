package io.pando.crush;

/**
 * Maps a number, usually a placement group's, to devices by a rule of a map. A pure function: all
 * who have the same map get the same devices.
 */
public final class CrushMapper {
  /** Marks a position of an {@code indep} result that could not be filled. */
  public static final int NONE = 0x7fffffff;

  /** The reweight of a device that keeps all it is chosen for: 1.0 in 16.16 fixed point. */
  public static final int FULL_WEIGHT = 0x10000;

  private CrushMapper() {}

  /**
   * Maps {@code x}. Allocates nothing once the workspace has served this map.
   *
   * @param ruleId of the rule; one that does not exist yields an empty result
   * @param result receives the ids of devices (or of buckets, if the rule emits them) and {@link
   *     #NONE}; its length is the number that is asked for
   * @param reweights for each device by id the probability, in 16.16 fixed point, that it keeps
   *     what it is chosen for; devices beyond the end keep nothing
   * @param workspace not in use by another thread
   * @return how many elements of {@code result} are set
   */
  public static int map(
      CrushMap map, int ruleId, int x, int[] result, int[] reweights, Workspace workspace) {
    return workspace.run().map(map.plan(), ruleId, x, result, reweights);
  }
}
