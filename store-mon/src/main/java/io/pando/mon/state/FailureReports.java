package io.pando.mon.state;

import io.pando.id.OsdId;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Failure reports of OSDs about other OSDs: at most one for each pair. Immutable.
 *
 * @param byFailed reports by the OSD that failed, then by reporter; no inner map is empty
 */
public record FailureReports(SortedMap<OsdId, SortedMap<OsdId, Report>> byFailed) {
  public static final FailureReports NONE =
      new FailureReports(Collections.unmodifiableSortedMap(new TreeMap<>()));

  /**
   * One report.
   *
   * @param nonce incarnation that does not answer
   * @param sinceMillis when the leading monitor first received it
   * @param atMillis when it last received it
   * @param refused whether the OSD refuses connections, so that no grace applies
   */
  public record Report(long nonce, long sinceMillis, long atMillis, boolean refused) {
    /** The report after it was received once more. */
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

  /** Without the report of that reporter about that OSD. */
  public FailureReports without(OsdId reporter, OsdId failed) {
    return keepIf((about, by, report) -> !(about.equals(failed) && by.equals(reporter)));
  }

  /** Without reports about these OSDs and by them: they are down now. */
  public FailureReports forget(Collection<OsdId> osds) {
    return keepIf((about, by, report) -> !osds.contains(about) && !osds.contains(by));
  }

  /** Without reports that were last received before a time. */
  public FailureReports since(long millis) {
    return keepIf((about, by, report) -> report.atMillis() >= millis);
  }

  /** Reports about an OSD, by reporter. */
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
