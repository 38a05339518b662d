package io.pando.report;

import io.pando.id.OsdId;

/**
 * Statistics that an OSD reports of itself.
 *
 * @param groups number of placement groups that it holds
 * @param slowOps number of operations that have waited for longer than 30 s
 * @param clientReads number of clients' reads since its start
 * @param clientWrites number of clients' writes since its start
 * @param readBytes bytes sent to clients since its start
 * @param writtenBytes bytes received from clients since its start
 * @param recoveredObjects number of copies sent or fetched by recovery since its start
 * @param recoveredBytes size of these copies in bytes
 * @param damagedObjects number of objects found damaged in its store since its start; good copies
 *     are fetched from other OSDs
 * @param scrubbed work of its scrubs
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
