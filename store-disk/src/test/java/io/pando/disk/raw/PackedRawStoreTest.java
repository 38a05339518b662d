package io.pando.disk.raw;

import io.pando.cluster.Compression;
import io.pando.disk.ModelStore;
import io.pando.disk.StoreGenerator;
import io.pando.random.Random64;

/** The requirements on a raw store, with compression requested. */
final class PackedRawStoreTest extends RawStoreTest {
  @Override
  protected StoreGenerator generator(Random64 random, int maxSizeBytes) {
    return super.generator(random, maxSizeBytes).withCompression();
  }

  @Override
  protected Compression compression() {
    return Compression.ZSTD;
  }

  @Override
  protected boolean mayUse(long usedBytes, ModelStore model) {
    return PackedSpace.mayUse(usedBytes, model);
  }
}
