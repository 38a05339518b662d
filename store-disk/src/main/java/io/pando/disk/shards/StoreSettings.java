package io.pando.disk.shards;

import io.pando.disk.StoreKind;
import io.pando.disk.device.DataIo;
import io.pando.disk.log.LogSegment;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Kind and resources of a daemon's stores, for all of them together.
 *
 * @param capacityBytes capacity for data, fixed at formatting; 0 for the whole device
 * @param cacheBytes memory besides data, on the heap and outside
 * @param stripeBytes stripe size of a kv store, fixed at formatting
 * @param logUnitBytes minimum alignment of batches in a raw store's log, a power of two from 512 to
 *     4096; the device's own unit is used if it is larger
 * @param io way in which batches of writes reach the data of a raw store
 * @param device device for a raw store's data; null for a file
 * @param log directory for a raw store's operation log; null for the store's directory, or the
 *     existing log
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
  /** Unit that every device can write on its own. */
  public static final int LOG_UNIT_BYTES = LogSegment.LEAST_UNIT_BYTES;

  private static final int MIB = 1 << 20;

  /** Settings with everything in the directory of the stores. */
  public StoreSettings(StoreKind kind, long capacityBytes, long cacheBytes, int stripeBytes) {
    this(kind, capacityBytes, cacheBytes, stripeBytes, LOG_UNIT_BYTES, DataIo.AUTO, null, null);
  }

  /** Heap for objects' records. */
  long objectCacheBytes() {
    return cacheBytes / 4;
  }

  /** Size of RocksDB's block cache, and also of its write buffers. */
  long blockCacheBytes() {
    return Math.max(MIB, cacheBytes * 3 / 8);
  }
}
