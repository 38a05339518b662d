package io.pando.disk.shards;

import io.pando.disk.StoreKind;
import io.pando.disk.StoreMemory;
import io.pando.disk.device.DataIo;
import io.pando.disk.log.LogSegment;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Kind and resources of a daemon's stores, for all of them together.
 *
 * @param capacityBytes capacity for data, fixed at formatting; 0 for the whole device
 * @param stripeBytes stripe size of a kv store, fixed at formatting
 * @param raw settings of raw stores alone
 */
public record StoreSettings(
    StoreKind kind, long capacityBytes, Memory memory, int stripeBytes, Raw raw) {
  /** Unit that every device can write on its own. */
  public static final int LOG_UNIT_BYTES = LogSegment.LEAST_UNIT_BYTES;

  private static final int MIB = 1 << 20;

  /**
   * Memory of the stores.
   *
   * @param cacheBytes memory for metadata, on the heap and outside
   * @param recentObjectsBytes heap for the recently read objects of raw stores; 0 for none
   */
  public record Memory(long cacheBytes, long recentObjectsBytes) {
    /** A quarter is heap for objects' records; RocksDB's cache and write buffers share the rest. */
    StoreMemory metadata() {
      long each = Math.max(MIB, cacheBytes * 3 / 8);
      return new StoreMemory(cacheBytes / 4, each, each);
    }
  }

  /**
   * Where and how raw stores write.
   *
   * @param logUnitBytes minimum alignment of batches in the log, a power of two from 512 to 4096;
   *     the device's own unit is used if it is larger
   * @param io way in which batches of writes reach the data
   * @param device device for the data; null for a file
   * @param log directory for the operation log; null for the store's directory, or the existing log
   */
  public record Raw(int logUnitBytes, DataIo io, @Nullable Path device, @Nullable Path log) {}
}
