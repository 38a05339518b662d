package io.pando.mon.state;

import io.pando.id.OsdId;
import java.util.Collection;
import java.util.Collections;
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
   * @param sinceMillis when the leading monitor heard it first
   * @param atMillis when it heard it last
   * @param refused whether the OSD refuses connections, so that it need not be waited for
   */
  public record Report(long nonce, long sinceMillis, long atMillis, boolean refused) {
    /** The same said again. */
    Report again(Report newer) {
      return nonce == newer.nonce
          ? new Report(nonce, sinceMillis, newer.atMillis, refused || newer.refused)
          : newer;
    }
  }

  public FailureReports with(OsdId reporter, OsdId failed, Report report) {
    SortedMap<OsdId, SortedMap<OsdId, Report>> all = new TreeMap<>(byFailed);
    SortedMap<OsdId, Report> about = new TreeMap<>(all.getOrDefault(failed, new TreeMap<>()));
    about.merge(reporter, report, Report::again);
    all.put(failed, Collections.unmodifiableSortedMap(about));
    return new FailureReports(Collections.unmodifiableSortedMap(all));
  }

  /** Without what that reporter says of that OSD. */
  public FailureReports without(OsdId reporter, OsdId failed) {
    return keepIf((about, by, report) -> !(about.equals(failed) && by.equals(reporter)));
  }

  /** Without what is said of these OSDs, and what they say: they are down now. */
  public FailureReports forget(Collection<OsdId> osds) {
    return keepIf((about, by, report) -> !osds.contains(about) && !osds.contains(by));
  }

  /** Without reports that were heard before a time. */
  public FailureReports since(long millis) {
    return keepIf((about, by, report) -> report.atMillis() >= millis);
  }

  /** What is said of an OSD, by who says it. */
  public SortedMap<OsdId, Report> of(OsdId failed) {
    return byFailed.getOrDefault(failed, new TreeMap<>());
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
