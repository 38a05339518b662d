package io.pando.disk.kv;

import io.pando.disk.StoreMemory;
import io.pando.disk.StoreSpace;
import io.pando.disk.serve.BatchLimits;

/**
 * Layout and resources of a kv store. Capacity and stripe size are fixed at formatting; the other
 * settings apply while the store is open.
 *
 * @param capacityBytes capacity for data; 0 for nine tenths of the file system's free space
 * @param stripeBytes size of the pieces of objects that are stored as one value and written as a
 *     whole; a multiple of 4 KiB, up to 16 MiB
 * @param limits limits of one commit
 * @param memory memory for caches and write buffers
 */
public record KvStoreConfig(
    long capacityBytes, int stripeBytes, BatchLimits limits, StoreMemory memory) {
  private static final int MIB = 1 << 20;

  /** Defaults for a daemon with a heap of 512 MiB. */
  public static final KvStoreConfig DEFAULT =
      new KvStoreConfig(0, 1 << 16, new BatchLimits(512, 8 * MIB), StoreMemory.DEFAULT);

  public KvStoreConfig {
    if (capacityBytes < 0) {
      throw new IllegalArgumentException("capacity " + capacityBytes + " bytes");
    }
    if (stripeBytes < StoreSpace.BLOCK_BYTES
        || stripeBytes > 16 * MIB
        || stripeBytes % StoreSpace.BLOCK_BYTES != 0) {
      throw new IllegalArgumentException("stripes of " + stripeBytes + " bytes");
    }
  }
}
