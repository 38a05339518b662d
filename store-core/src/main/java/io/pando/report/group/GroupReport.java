package io.pando.report.group;

import io.pando.group.GroupInfo;
import io.pando.id.MemberId;
import java.util.List;
import java.util.SortedMap;

/**
 * A full report on a group by its primary, as shown by {@code pg query}.
 *
 * @param phase phase of the group's machine, and the reason
 * @param replicas what the primary knows of the replicas
 * @param pastIntervals past intervals, one line each
 * @param scrub state of scrubbing
 */
public record GroupReport(
    GroupStats stats,
    GroupInfo info,
    String phase,
    Replicas replicas,
    List<String> pastIntervals,
    GroupScrub scrub) {
  /**
   * What the primary knows of the replicas, and what it does for them.
   *
   * @param peers info of each replica that the primary knows
   * @param missing number of objects that each replica lacks, as far as known or estimated
   * @param recovery state of recovery
   * @param returns report on each replica's return in this interval
   * @param missingObjects known missing objects, unfound ones first; at most a hundred
   */
  public record Replicas(
      SortedMap<MemberId, GroupInfo> peers,
      SortedMap<MemberId, Long> missing,
      GroupRecovery recovery,
      SortedMap<MemberId, ReturnReport> returns,
      List<MissingObject> missingObjects) {}
}
