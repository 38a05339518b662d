package io.pando.report;

import io.pando.group.ScrubRecord;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.Version;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * What a primary tells of a group.
 *
 * @param epoch of the map it knew
 * @param degraded copies of objects that are missing, summed over replicas
 * @param misplaced copies that are yet to be made where the group is to live, beside enough others
 * @param unfound objects of which nobody who is up has a good copy, or that do not fit somewhere
 * @param waitsFor a sentence if the group waits for something, else empty
 * @param diverged replicas whose hash trees differ from the primary's, and since which version at
 *     the latest
 * @param rolledBack who came back lately without updates that it had had
 * @param wrong what scrubs found and is not repaired
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
