package io.pando.osd.pg.repair;

import io.pando.id.OsdId;
import io.pando.report.RepairCounts;
import io.pando.report.ReturnReport;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** How the replicas of a group come back in this interval, as its primary sees it. */
public final class Returns {
  private final SortedMap<OsdId, Return> all = new TreeMap<>();
  private final Consumer<RepairCounts> counted;

  /**
   * None comes back yet.
   *
   * @param counted told what is done for all of them
   */
  public Returns(Consumer<RepairCounts> counted) {
    this.counted = counted;
  }

  /** A new interval. */
  public void clear() {
    all.clear();
  }

  /** That of a replica. */
  public Return of(OsdId osd) {
    return all.computeIfAbsent(osd, _ -> new Return(counted));
  }

  /** What operators are told. */
  public SortedMap<OsdId, ReturnReport> report() {
    SortedMap<OsdId, ReturnReport> report = new TreeMap<>();
    all.forEach((osd, each) -> report.put(osd, each.report()));
    return report;
  }
}
