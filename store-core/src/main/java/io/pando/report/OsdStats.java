package io.pando.report;

import io.pando.id.OsdId;

/**
 * What an OSD tells of itself.
 *
 * @param groups placement groups that it holds
 * @param slowOps operations that have waited for longer than 30 s
 * @param clientReads operations since its start
 * @param clientWrites operations since its start
 * @param readBytes to clients since its start
 * @param writtenBytes from clients since its start
 * @param recoveredObjects copies made or fetched since its start
 * @param recoveredBytes their bytes
 * @param damagedObjects objects found damaged in its store since its start; they are fetched from
 *     other OSDs
 * @param scrubbed what its scrubs did
 */
public record OsdStats(
    OsdId osd,
    long epoch,
    long capacityBytes,
    long usedBytes,
    int groups,
    int slowOps,
    long clientReads,
    long clientWrites,
    long readBytes,
    long writtenBytes,
    long recoveredObjects,
    long recoveredBytes,
    long damagedObjects,
    ScrubCounts scrubbed) {}
