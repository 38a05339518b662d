package io.pando.disk.shards;

import io.pando.disk.StoreKind;
import io.pando.disk.device.DataIo;
import io.pando.disk.log.LogSegment;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What the stores of a daemon are, and may use, all together.
 *
 * @param capacityBytes room for data; remembered when they are made; 0: all of the device
 * @param cacheBytes memory for what is not data, on the heap and beside it
 * @param stripeBytes of a kv store; remembered when it is made
 * @param logUnitBytes batches of a raw store's log begin at multiples of this, or of what its
 *     device can write by itself if that is more; a power of two from 512 to 4096
 * @param io how batches of writes reach the data of a raw store
 * @param device on which a raw store has its data; null: in a file
 * @param log directory for the operation log of a raw store; null: in the store's, or where it is
 */
public record StoreSettings(
    StoreKind kind,
    long capacityBytes,
    long cacheBytes,
    int stripeBytes,
    int logUnitBytes,
    DataIo io,
    @Nullable Path device,
    @Nullable Path log) {
  /** What every device can write by itself. */
  public static final int LOG_UNIT_BYTES = LogSegment.LEAST_UNIT_BYTES;

  private static final int MIB = 1 << 20;

  /** With everything in the directory of the stores. */
  public StoreSettings(StoreKind kind, long capacityBytes, long cacheBytes, int stripeBytes) {
    this(kind, capacityBytes, cacheBytes, stripeBytes, LOG_UNIT_BYTES, DataIo.AUTO, null, null);
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
