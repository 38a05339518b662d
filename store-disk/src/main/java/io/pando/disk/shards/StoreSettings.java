package io.pando.disk.shards;

import io.pando.disk.StoreKind;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What the stores of a daemon are, and may use, all together.
 *
 * @param capacityBytes room for data; remembered when they are made
 * @param cacheBytes memory for what is not data, on the heap and beside it
 * @param stripeBytes of a kv store; remembered when it is made
 * @param log directory for the operation log of a raw store; null: in the store's, or where it is
 */
public record StoreSettings(
    StoreKind kind, long capacityBytes, long cacheBytes, int stripeBytes, @Nullable Path log) {
  private static final int MIB = 1 << 20;

  /** With everything in the directory of the stores. */
  public StoreSettings(StoreKind kind, long capacityBytes, long cacheBytes, int stripeBytes) {
    this(kind, capacityBytes, cacheBytes, stripeBytes, null);
  }

  /** Heap for objects' records. */
  long objectCacheBytes() {
    return cacheBytes / 4;
  }

  /** For RocksDB's blocks, and as much for what it has not written yet. */
  long blockCacheBytes() {
    return Math.max(MIB, cacheBytes * 3 / 8);
  }
}
