package io.pando.disk.kv;

import io.pando.disk.StoreSpace;
import io.pando.disk.catalog.CatalogDirectory;
import io.pando.disk.serve.BatchLimits;

/**
 * How a kv store is laid out and what it may use. Capacity and stripes matter when it is formatted
 * and are remembered; the rest holds as long as it is open.
 *
 * @param capacityBytes room for data; 0: nine tenths of what is free in the file system
 * @param stripeBytes of an object's bytes that are one value, which is written as a whole; blocks
 *     of 4 KiB, up to 16 MiB
 * @param limits what shares one commit
 * @param objectCacheBytes heap for objects' records, about
 * @param memory for RocksDB
 */
public record KvStoreConfig(
    long capacityBytes,
    int stripeBytes,
    BatchLimits limits,
    long objectCacheBytes,
    CatalogDirectory.Memory memory) {
  private static final int MIB = 1 << 20;

  /** What suits a daemon with a heap of 512 MiB. */
  public static final KvStoreConfig DEFAULT =
      new KvStoreConfig(
          0,
          1 << 16,
          new BatchLimits(512, 8 * MIB),
          16 * MIB,
          new CatalogDirectory.Memory(32 * MIB, 32 * MIB));

  public KvStoreConfig {
    if (capacityBytes < 0 || objectCacheBytes < 0) {
      throw new IllegalArgumentException(
          "capacity " + capacityBytes + ", cache " + objectCacheBytes + " bytes");
    }
    if (stripeBytes < StoreSpace.BLOCK_BYTES
        || stripeBytes > 16 * MIB
        || stripeBytes % StoreSpace.BLOCK_BYTES != 0) {
      throw new IllegalArgumentException("stripes of " + stripeBytes + " bytes");
    }
  }

  /** With another capacity. */
  public KvStoreConfig withCapacityBytes(long bytes) {
    return new KvStoreConfig(bytes, stripeBytes, limits, objectCacheBytes, memory);
  }

  /** With other stripes. */
  public KvStoreConfig withStripeBytes(int bytes) {
    return new KvStoreConfig(capacityBytes, bytes, limits, objectCacheBytes, memory);
  }
}
