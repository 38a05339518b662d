package io.pando.disk.raw;

import io.pando.disk.ModelStore;
import io.pando.disk.StoreGenerator;
import io.pando.random.Random64;

/** Power failures of a raw store that packs many of its blocks. */
final class PackedRawCrashTest extends RawCrashTest {
  @Override
  protected StoreGenerator generator(Random64 random, int maxSizeBytes) {
    return super.generator(random, maxSizeBytes).withCompression();
  }

  @Override
  protected boolean mayUse(long usedBytes, ModelStore model) {
    return PackedSpace.mayUse(usedBytes, model);
  }
}
