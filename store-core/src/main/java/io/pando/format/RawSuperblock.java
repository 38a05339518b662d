package io.pando.format;

import io.pando.id.ClusterId;
import io.pando.id.OsdId;

/**
 * Who a raw store belongs to and how it is laid out.
 *
 * @param shard of the daemon, not negative
 * @param capacityBlocks size of the data file
 * @param blockBytes size of a block
 * @param dataPath data file or device; relative to the store's directory unless absolute
 * @param firstBlock of it, that is the store's
 */
public record RawSuperblock(
    ClusterId cluster,
    OsdId osd,
    int shard,
    long capacityBlocks,
    int blockBytes,
    String dataPath,
    long firstBlock) {}
