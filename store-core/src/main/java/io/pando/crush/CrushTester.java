package io.pando.crush;

import io.pando.crush.choose.CrushHash;
import io.pando.crush.choose.Workspace;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Tries a rule of a map, as {@code crushtool --test --show-mappings} does. */
public final class CrushTester {
  private CrushTester() {}

  /**
   * The parameters of a test.
   *
   * @param rule id of the rule
   * @param replicas number of items to request
   * @param minX first number to map
   * @param maxX last number to map
   * @param reweights reweights of devices by id, 16.16 fixed point from 0 to {@link
   *     CrushMapper#FULL_WEIGHT}; a device that is not listed has the full weight if a bucket holds
   *     it, otherwise 0
   * @param pool if present, the numbers are those of this pool's placement groups
   */
  public record Trial(
      int rule,
      int replicas,
      int minX,
      int maxX,
      SortedMap<Integer, Integer> reweights,
      OptionalInt pool) {

    public Trial {
      reweights = new TreeMap<>(reweights);
    }
  }

  /**
   * Maps every number and reports one line {@code CRUSH rule R x X [A,B,C]} for each, in order.
   * Reports nothing if the rule does not exist. Holes are written as 2147483647.
   */
  public static void showMappings(CrushMap map, Trial trial, Consumer<String> lines) {
    if (map.rule(trial.rule).isEmpty()) {
      return;
    }
    int[] reweights = reweights(map, trial.reweights);
    int[] result = new int[trial.replicas];
    Workspace workspace = new Workspace();
    for (long x = trial.minX; x <= trial.maxX; x++) {
      int number =
          trial.pool.isPresent() ? CrushHash.hash32((int) x, trial.pool.getAsInt()) : (int) x;
      int found = CrushMapper.map(map, trial.rule, number, result, reweights, workspace);
      lines.accept("CRUSH rule " + trial.rule + " x " + x + " " + list(result, found));
    }
  }

  private static int[] reweights(CrushMap map, Map<Integer, Integer> given) {
    TreeSet<Integer> held = new TreeSet<>();
    map.buckets().forEach(bucket -> bucket.items().forEach(item -> held.add(item.id())));
    int count = map.devices().stream().mapToInt(device -> device.id() + 1).max().orElse(0);
    int[] reweights = new int[count];
    for (int device = 0; device < count; device++) {
      int usual = held.contains(device) ? CrushMapper.FULL_WEIGHT : 0;
      reweights[device] = given.getOrDefault(device, usual);
    }
    return reweights;
  }

  private static String list(int[] items, int count) {
    StringBuilder list = new StringBuilder("[");
    Arrays.stream(items, 0, count)
        .forEach(item -> list.append(list.length() == 1 ? "" : ",").append(item));
    return list.append(']').toString();
  }
}
