package io.pando.mds.check;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Problems as they are found. Of each kind the first ones are kept, by the order of subjects. */
final class Inconsistencies {
  /** Most problems of a kind that are listed. */
  static final int MOST_OF_KIND = 1_000;

  private final SortedMap<String, TreeMap<String, Inconsistency>> byKind = new TreeMap<>();
  private final SortedMap<String, Long> counts = new TreeMap<>();

  void add(Inconsistency found) {
    TreeMap<String, Inconsistency> same =
        byKind.computeIfAbsent(found.kind(), _ -> new TreeMap<>());
    if (same.putIfAbsent(found.subject(), found) == null) {
      counts.merge(found.kind(), 1L, Long::sum);
      if (same.size() > MOST_OF_KIND) {
        same.pollLastEntry();
      }
    }
  }

  SortedMap<String, Long> counts() {
    return new TreeMap<>(counts);
  }

  List<Inconsistency> all() {
    List<Inconsistency> all = new ArrayList<>();
    byKind.values().forEach(each -> all.addAll(each.values()));
    return all;
  }
}
