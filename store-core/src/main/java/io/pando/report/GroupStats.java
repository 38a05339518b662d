package io.pando.report;

import io.pando.group.ScrubRecord;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.Version;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * Statistics of a group, as reported by its primary.
 *
 * @param epoch epoch of the primary's map
 * @param degraded number of degraded copies, summed over replicas
 * @param misplaced number of misplaced copies: still to be made on OSDs of the up set, of objects
 *     that have enough copies
 * @param unfound number of objects of which no OSD that is up has a good copy, or for which a
 *     device has no room
 * @param waitsFor reason as a sentence if the group waits for something; otherwise empty
 * @param diverged replicas whose hash trees differ from the primary's, each with the latest
 *     possible version of the divergence
 * @param rolledBack replicas that came back recently without updates that were durable on them
 * @param wrong findings of scrubs that are not repaired
 */
public record GroupStats(
    PgId group,
    SortedSet<GroupState> states,
    List<OsdId> up,
    List<OsdId> acting,
    long epoch,
    Version version,
    long objects,
    long bytes,
    long degraded,
    long misplaced,
    long unfound,
    String waitsFor,
    SortedMap<OsdId, Version> diverged,
    List<RolledBack> rolledBack,
    ScrubRecord.Found wrong) {}
