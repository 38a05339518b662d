package io.pando.osd.pg.repair;

import io.pando.id.OsdId;
import io.pando.report.RepairCounts;
import io.pando.report.group.ReturnReport;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The returns of the replicas of a group in this interval; kept by the primary. */
public final class ReplicaReturns {
  private final SortedMap<OsdId, ReplicaReturn> all = new TreeMap<>();
  private final Consumer<RepairCounts> counted;

  /**
   * Creates an empty set of returns.
   *
   * @param counted receives the counts of all replicas
   */
  public ReplicaReturns(Consumer<RepairCounts> counted) {
    this.counted = counted;
  }

  public ReplicaReturn of(OsdId osd) {
    return all.computeIfAbsent(osd, _ -> new ReplicaReturn(counted));
  }

  public SortedMap<OsdId, ReturnReport> report() {
    SortedMap<OsdId, ReturnReport> report = new TreeMap<>();
    all.forEach((osd, each) -> report.put(osd, each.report()));
    return report;
  }
}
