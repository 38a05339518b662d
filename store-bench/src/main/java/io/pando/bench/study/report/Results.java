package io.pando.bench.study.report;

import io.pando.bench.study.plan.StudyCase;
import io.pando.bench.study.plan.StudyPlan;
import io.pando.bench.study.plan.StudyResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeSet;

/**
 * The newest result of each system in each case, in the order of a plan; cases that are not in the
 * plan follow.
 */
final class Results {
  private final List<StudyResult> all;

  Results(StudyPlan plan, List<StudyResult> results) {
    SequencedMap<String, StudyResult> newest = new LinkedHashMap<>();
    results.forEach(result -> newest.put(result.system() + " " + result.at().name(), result));
    List<String> order = plan.cases().stream().map(StudyCase::name).toList();
    List<StudyResult> sorted = new ArrayList<>(newest.values());
    sorted.sort(
        Comparator.comparingInt((StudyResult result) -> rank(order, result.at().name()))
            .thenComparing(result -> !result.system().equals(StudyResult.PANDO))
            .thenComparing(StudyResult::system));
    this.all = List.copyOf(sorted);
  }

  private static int rank(List<String> order, String name) {
    int at = order.indexOf(name);
    return at < 0 ? order.size() : at;
  }

  /** All results. */
  List<StudyResult> all() {
    return all;
  }

  /** The groups that have results. */
  List<String> groups() {
    return all.stream().map(result -> result.at().group()).distinct().toList();
  }

  /** The results of a group; with the base before them if the group varies it. */
  List<StudyResult> of(String group) {
    return all.stream()
        .filter(result ->
            result.at().group().equals(group)
                || (!group.equals(StudyPlan.PAPER) && result.at().group().equals(StudyPlan.BASE)))
        .sorted(Comparator.comparing(result -> !result.at().group().equals(StudyPlan.BASE)))
        .toList();
  }

  /** The result of a system in a case. */
  Optional<StudyResult> of(String system, String name) {
    return all.stream()
        .filter(result -> result.system().equals(system) && result.at().name().equals(name))
        .findFirst();
  }

  /** The systems that have results; Pando is first. */
  List<String> systems() {
    TreeSet<String> names =
        new TreeSet<>(
            Comparator.comparing((String name) -> !name.equals(StudyResult.PANDO))
                .thenComparing(Comparator.naturalOrder()));
    all.forEach(result -> names.add(result.system()));
    return List.copyOf(names);
  }
}
