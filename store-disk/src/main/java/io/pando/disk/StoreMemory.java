package io.pando.disk;

/**
 * Memory of a store with RocksDB.
 *
 * @param objectCacheBytes approximate heap for objects' records
 * @param blockCacheBytes native memory for RocksDB's cache of table blocks
 * @param writeBufferBytes native memory for changes that RocksDB has not written to tables yet
 */
public record StoreMemory(long objectCacheBytes, long blockCacheBytes, long writeBufferBytes) {
  private static final int MIB = 1 << 20;

  /** Memory in a daemon with a heap of 512 MiB. */
  public static final StoreMemory DEFAULT = new StoreMemory(16 * MIB, 32 * MIB, 32 * MIB);

  public StoreMemory {
    require(objectCacheBytes >= 0, "objectCacheBytes must not be negative", objectCacheBytes);
    require(blockCacheBytes >= MIB, "blockCacheBytes must be at least 1048576", blockCacheBytes);
    require(writeBufferBytes >= MIB, "writeBufferBytes must be at least 1048576", writeBufferBytes);
  }

  private static void require(boolean holds, String what, long value) {
    if (!holds) {
      throw new IllegalArgumentException(what + ": " + value);
    }
  }

  /** The same with another cache of objects' records. */
  public StoreMemory withObjectCacheBytes(long bytes) {
    return new StoreMemory(bytes, blockCacheBytes, writeBufferBytes);
  }

  /** The share of one of several stores; RocksDB gets 4 MiB each at least. */
  public StoreMemory part(int stores) {
    return new StoreMemory(
        objectCacheBytes / stores,
        Math.max(4 * MIB, blockCacheBytes / stores),
        Math.max(4 * MIB, writeBufferBytes / stores));
  }
}
