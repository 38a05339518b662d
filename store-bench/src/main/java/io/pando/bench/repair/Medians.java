package io.pando.bench.repair;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Selects, of rounds of the same kind, the one with the median time from up to clean. */
final class Medians {
  private Medians() {}

  static List<Outcome> of(List<Outcome> outcomes) {
    Map<Outcome.Conditions, List<Outcome>> kinds = new LinkedHashMap<>();
    for (Outcome outcome : outcomes) {
      kinds.computeIfAbsent(outcome.round().conditions(), _ -> new ArrayList<>()).add(outcome);
    }
    return kinds.values().stream().map(Medians::middle).toList();
  }

  private static Outcome middle(List<Outcome> same) {
    List<Outcome> sorted =
        same.stream()
            .sorted(Comparator.comparingDouble(outcome -> outcome.back().times().cleanMillis()))
            .toList();
    return sorted.get((sorted.size() - 1) / 2);
  }
}
