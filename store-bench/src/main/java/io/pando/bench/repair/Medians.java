package io.pando.bench.repair;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Selects, of rounds of the same kind, the one with the median time from up to clean. */
final class Medians {
  /** Properties that rounds of the same kind share. */
  private record Kind(
      int objects, int sizeBytes, int leaves, Way asked, Share share, OutageKind outage) {
    static Kind of(Outcome.Round round) {
      return new Kind(
          round.objects(),
          round.sizeBytes(),
          round.leaves(),
          round.asked(),
          round.share(),
          round.outage());
    }
  }

  private Medians() {}

  static List<Outcome> of(List<Outcome> outcomes) {
    Map<Kind, List<Outcome>> kinds = new LinkedHashMap<>();
    for (Outcome outcome : outcomes) {
      kinds.computeIfAbsent(Kind.of(outcome.round()), _ -> new ArrayList<>()).add(outcome);
    }
    return kinds.values().stream().map(Medians::middle).toList();
  }

  private static Outcome middle(List<Outcome> same) {
    List<Outcome> sorted =
        same.stream()
            .sorted(Comparator.comparingDouble(outcome -> outcome.back().cleanMillis()))
            .toList();
    return sorted.get((sorted.size() - 1) / 2);
  }
}
