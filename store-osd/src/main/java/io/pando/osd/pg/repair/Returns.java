package io.pando.osd.pg.repair;

import io.pando.id.OsdId;
import io.pando.report.ReturnReport;
import java.util.SortedMap;
import java.util.TreeMap;

/** How the replicas of a group come back in this interval, as its primary sees it. */
public final class Returns {
  private final SortedMap<OsdId, Return> all = new TreeMap<>();

  /** A new interval. */
  public void clear() {
    all.clear();
  }

  /** That of a replica. */
  public Return of(OsdId osd) {
    return all.computeIfAbsent(osd, _ -> new Return());
  }

  /** What operators are told. */
  public SortedMap<OsdId, ReturnReport> report() {
    SortedMap<OsdId, ReturnReport> report = new TreeMap<>();
    all.forEach((osd, each) -> report.put(osd, each.report()));
    return report;
  }
}
