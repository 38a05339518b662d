package io.pando.crush;

import io.pando.crush.choose.Workspace;
import io.pando.crush.model.Rule;
import io.pando.crush.model.RuleStep;
import java.util.Arrays;
import java.util.TreeSet;

/** What a rule can do for fragments, whose positions must not depend on one another. */
public final class RuleReach {
  /** Numbers that are mapped as an example. Enough to find devices of small weight. */
  private static final int EXAMPLES = 1_024;

  private RuleReach() {}

  /** Whether other positions stay when a device fails: all choices of the rule are indep. */
  public static boolean keepsPositions(Rule rule) {
    return rule.steps().stream()
        .noneMatch(
            step -> step instanceof RuleStep.Choose choose && choose.mode() != RuleStep.Mode.INDEP);
  }

  /**
   * The most positions, up to {@code size}, that the rule fills with different devices, among many
   * mappings by the present map. Every device counts as up and in.
   */
  public static int most(CrushMap map, Rule rule, int size) {
    int devices = map.devices().stream().mapToInt(device -> device.id() + 1).max().orElse(0);
    int[] reweights = new int[devices];
    Arrays.fill(reweights, CrushMapper.FULL_WEIGHT);
    int[] result = new int[size];
    Workspace workspace = new Workspace();
    int most = 0;
    for (int x = 0; x < EXAMPLES && most < size; x++) {
      int found = CrushMapper.map(map, rule.id(), x, result, reweights, workspace);
      TreeSet<Integer> distinct = new TreeSet<>();
      for (int i = 0; i < found; i++) {
        if (result[i] >= 0 && result[i] != CrushMapper.NONE) {
          distinct.add(result[i]);
        }
      }
      most = Math.max(most, distinct.size());
    }
    return most;
  }
}
