package io.pando.disk.raw.format;

import io.pando.disk.StoreIdentity;

/**
 * Identity and layout of a raw store.
 *
 * @param store identity of the store
 * @param capacityBlocks size of the data file in blocks
 * @param blockBytes size of a block in bytes
 * @param dataPath data file or device; relative to the store's directory unless absolute
 * @param firstBlock first block of the data file that belongs to the store
 */
public record RawSuperblock(
    StoreIdentity store, long capacityBlocks, int blockBytes, String dataPath, long firstBlock) {}
