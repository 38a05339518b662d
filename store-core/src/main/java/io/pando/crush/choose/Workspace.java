package io.pando.crush.choose;

/**
 * Work memory of the mapper: once it has grown to the size of the map, mapping allocates nothing.
 * Each thread uses its own; it can be used with several maps in turn.
 */
public final class Workspace {
  /** Marks a position of an {@code indep} result that could not be filled. */
  public static final int NONE = IndepSelection.HOLE;

  /** The reweight of a device that never declines: 1.0 in 16.16 fixed point. */
  public static final int FULL_WEIGHT = RuleRun.FULL_WEIGHT;

  private final RuleRun run = new RuleRun();

  public Workspace() {}

  /**
   * Maps a number by a rule of a map.
   *
   * @return number of elements of {@code result} that are set
   */
  public int map(MappingPlan plan, int ruleId, int x, int[] result, int[] reweights) {
    return run.map(plan, ruleId, x, result, reweights);
  }
}
