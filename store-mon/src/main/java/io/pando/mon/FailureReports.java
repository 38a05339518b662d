package io.pando.mon;

import io.pando.id.OsdId;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Who says that which OSD does not answer: at most one report for each pair. Immutable.
 *
 * @param byFailed reports by the OSD that failed, then by the one that says so; no inner map is
 *     empty
 */
public record FailureReports(SortedMap<OsdId, SortedMap<OsdId, Report>> byFailed) {
  /** No reports. */
  public static final FailureReports NONE =
      new FailureReports(Collections.unmodifiableSortedMap(new TreeMap<>()));

  /**
   * One report.
   *
   * @param nonce incarnation that does not answer
   * @param atMillis when the leading monitor heard it last
   */
  public record Report(long nonce, long atMillis) {}

  FailureReports with(OsdId reporter, OsdId failed, Report report) {
    SortedMap<OsdId, SortedMap<OsdId, Report>> all = new TreeMap<>(byFailed);
    SortedMap<OsdId, Report> about = new TreeMap<>(all.getOrDefault(failed, new TreeMap<>()));
    about.put(reporter, report);
    all.put(failed, Collections.unmodifiableSortedMap(about));
    return new FailureReports(Collections.unmodifiableSortedMap(all));
  }

  /** Without what that reporter says of that OSD. */
  FailureReports without(OsdId reporter, OsdId failed) {
    return keepIf((about, by, report) -> !(about.equals(failed) && by.equals(reporter)));
  }

  /** Without what is said of these OSDs, and what they say: they are down now. */
  FailureReports forget(Collection<OsdId> osds) {
    return keepIf((about, by, report) -> !osds.contains(about) && !osds.contains(by));
  }

  /** Without reports that were heard before a time. */
  FailureReports since(long millis) {
    return keepIf((about, by, report) -> report.atMillis() >= millis);
  }

  /** Who says that this incarnation does not answer, in order. */
  List<OsdId> reporters(OsdId failed, long nonce) {
    SortedMap<OsdId, Report> about = byFailed.get(failed);
    if (about == null) {
      return List.of();
    }
    return about.entrySet().stream()
        .filter(entry -> entry.getValue().nonce() == nonce)
        .map(Map.Entry::getKey)
        .toList();
  }

  private interface Filter {
    boolean keeps(OsdId failed, OsdId reporter, Report report);
  }

  private FailureReports keepIf(Filter filter) {
    SortedMap<OsdId, SortedMap<OsdId, Report>> kept = new TreeMap<>();
    byFailed.forEach((failed, reports) -> {
      SortedMap<OsdId, Report> left = new TreeMap<>(reports);
      left.entrySet().removeIf(e -> !filter.keeps(failed, e.getKey(), e.getValue()));
      if (!left.isEmpty()) {
        kept.put(failed, Collections.unmodifiableSortedMap(left));
      }
    });
    return kept.equals(byFailed)
        ? this
        : new FailureReports(Collections.unmodifiableSortedMap(kept));
  }
}
