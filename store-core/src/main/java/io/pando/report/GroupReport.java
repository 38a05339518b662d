package io.pando.report;

import io.pando.group.GroupInfo;
import io.pando.id.OsdId;
import java.util.List;
import java.util.SortedMap;

/**
 * A group in full, from its primary: what {@code pg query} shows.
 *
 * @param phase in which its machine is, and why
 * @param peers what the primary knows of each replica
 * @param missing objects each replica lacks, as far as is known or can be estimated
 * @param recovery how far it is with that
 * @param returns by which way each replica came back in this interval
 * @param missingObjects that are known, the unfound first; at most a hundred
 * @param pastIntervals a line each
 * @param scrub how its scrubbing stands
 */
public record GroupReport(
    GroupStats stats,
    GroupInfo info,
    String phase,
    SortedMap<OsdId, GroupInfo> peers,
    SortedMap<OsdId, Long> missing,
    GroupRecovery recovery,
    SortedMap<OsdId, ReturnReport> returns,
    List<MissingObject> missingObjects,
    List<String> pastIntervals,
    GroupScrub scrub) {}
