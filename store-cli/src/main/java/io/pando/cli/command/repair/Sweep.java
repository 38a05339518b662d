package io.pando.cli.command.repair;

import java.util.ArrayList;
import java.util.List;

/**
 * What is measured: clusters one after the other, and what is done with each.
 *
 * @param objects in the group
 * @param leaves of hash trees; 0: none are compared, all objects are listed
 * @param ways beside
 * @param shares that change while the replica is away
 */
record Sweep(List<Integer> objects, List<Integer> leaves, List<Way> ways, List<Share> shares) {
  /**
   * One cluster.
   *
   * @param leaves of its group's tree; 0: as many as its objects ask for
   */
  record Stop(int objects, int leaves, List<Way> ways) {}

  /**
   * A cluster for each number of objects and leaves. What does not depend on the leaves is done on
   * the first for these objects.
   */
  List<Stop> stops() {
    List<Stop> stops = new ArrayList<>();
    for (int count : objects) {
      List<Way> first = new ArrayList<>(ways);
      if (leaves.contains(0) && !first.contains(Way.SCAN)) {
        first.add(Way.SCAN);
      }
      List<Integer> trees = leaves.stream().filter(number -> number > 0).toList();
      if (trees.isEmpty()) {
        stops.add(new Stop(count, 0, first));
      }
      for (int number : trees) {
        if (!first.contains(Way.TREE)) {
          first.addFirst(Way.TREE);
        }
        stops.add(new Stop(count, number, List.copyOf(first)));
        first = new ArrayList<>();
      }
    }
    return stops;
  }

  /** Replicas that come back, in all. */
  int rounds() {
    return stops().stream().mapToInt(stop -> stop.ways().size() * shares.size()).sum();
  }
}
