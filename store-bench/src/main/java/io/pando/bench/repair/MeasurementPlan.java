package io.pando.bench.repair;

import java.util.ArrayList;
import java.util.List;

/**
 * Plan of measurements: clusters one after the other, and the rounds on each.
 *
 * @param objects objects in the group
 * @param leaves leaves of hash trees; 0: no trees are compared, all objects are listed
 * @param ways further ways of discovery
 * @param shares shares of objects that change while the replica is absent
 */
record MeasurementPlan(
    List<Integer> objects,
    List<Integer> leaves,
    List<DiscoveryMethod> ways,
    List<ChangeShare> shares) {
  /**
   * One cluster.
   *
   * @param leaves leaves of its group's tree; 0: chosen by the number of its objects
   */
  record Stop(int objects, int leaves, List<DiscoveryMethod> ways) {}

  /**
   * A cluster for each number of objects and of leaves. Rounds that do not depend on the leaves are
   * run on the first cluster for these objects.
   */
  List<Stop> stops() {
    List<Stop> stops = new ArrayList<>();
    for (int count : objects) {
      List<DiscoveryMethod> first = new ArrayList<>(ways);
      if (leaves.contains(0) && !first.contains(DiscoveryMethod.SCAN)) {
        first.add(DiscoveryMethod.SCAN);
      }
      List<Integer> trees = leaves.stream().filter(number -> number > 0).toList();
      if (trees.isEmpty()) {
        stops.add(new Stop(count, 0, first));
      }
      for (int number : trees) {
        if (!first.contains(DiscoveryMethod.TREE)) {
          first.addFirst(DiscoveryMethod.TREE);
        }
        stops.add(new Stop(count, number, List.copyOf(first)));
        first = new ArrayList<>();
      }
    }
    return stops;
  }

  /** Total number of rounds. */
  int rounds() {
    return stops().stream().mapToInt(stop -> stop.ways().size() * shares.size()).sum();
  }
}
