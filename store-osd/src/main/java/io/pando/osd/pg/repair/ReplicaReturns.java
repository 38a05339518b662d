package io.pando.osd.pg.repair;

import io.pando.id.MemberId;
import io.pando.report.RepairCounts;
import io.pando.report.group.ReturnReport;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The returns of the replicas of a group in this interval; kept by the primary. */
public final class ReplicaReturns {
  private final SortedMap<MemberId, ReplicaReturn> all = new TreeMap<>();
  private final Consumer<RepairCounts> counted;

  /**
   * Creates an empty set of returns.
   *
   * @param counted receives the counts of all replicas
   */
  public ReplicaReturns(Consumer<RepairCounts> counted) {
    this.counted = counted;
  }

  public ReplicaReturn of(MemberId member) {
    return all.computeIfAbsent(member, _ -> new ReplicaReturn(counted));
  }

  public SortedMap<MemberId, ReturnReport> report() {
    SortedMap<MemberId, ReturnReport> report = new TreeMap<>();
    all.forEach((member, each) -> report.put(member, each.report()));
    return report;
  }
}
