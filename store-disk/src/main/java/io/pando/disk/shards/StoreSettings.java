package io.pando.disk.shards;

import io.pando.disk.StoreKind;

/**
 * What the stores of a daemon are, and may use, all together.
 *
 * @param capacityBytes room for data; remembered when they are made
 * @param cacheBytes memory for what is not data, on the heap and beside it
 * @param stripeBytes of a kv store; remembered when it is made
 */
public record StoreSettings(StoreKind kind, long capacityBytes, long cacheBytes, int stripeBytes) {
  private static final int MIB = 1 << 20;

  /** Heap for objects' records. */
  long objectCacheBytes() {
    return cacheBytes / 4;
  }

  /** For RocksDB's blocks, and as much for what it has not written yet. */
  long blockCacheBytes() {
    return Math.max(MIB, cacheBytes * 3 / 8);
  }
}
