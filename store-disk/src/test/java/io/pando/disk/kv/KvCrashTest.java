package io.pando.disk.kv;

import io.pando.disk.CrashConformance;
import io.pando.disk.MemoryMetadata;
import io.pando.disk.ModelStore;
import io.pando.disk.Power;
import io.pando.disk.Stepper;
import io.pando.disk.StoreException;
import io.pando.disk.TestLoop;
import io.pando.disk.account.Account;
import io.pando.disk.device.MediumSpace;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.serve.BatchLimits;
import io.pando.disk.serve.SteppedStore;
import io.pando.disk.serve.ThreadedStore;
import io.pando.random.Random64;

/** RocksDB is simulated by metadata with atomic batches; another test kills the real one. */
final class KvCrashTest extends CrashConformance {
  private static final KvStoreConfig CONFIG =
      new KvStoreConfig(
          4L << 30,
          8192,
          new BatchLimits(8, 1 << 16),
          KvStoreConfig.DEFAULT.memory().withObjectCacheBytes(1000));

  @Override
  protected Disk disk(Random64 random) {
    return new SimulatedDisk(random);
  }

  @Override
  protected long usedBytes(ModelStore model) {
    return model.unsharedBytes();
  }

  private static final class SimulatedDisk implements Disk {
    private final Power power = new Power();
    private final MemoryMetadata metadata;
    private Stepper stepper = new Stepper(new TestLoop());

    SimulatedDisk(Random64 random) {
      this.metadata = new MemoryMetadata(random, power);
    }

    @Override
    public Power power() {
      return power;
    }

    @Override
    public SteppedStore open(TestLoop loop) throws StoreException {
      stepper = new Stepper(loop);
      SteppedKvStore.Ground ground =
          new SteppedKvStore.Ground(
              metadata, () -> MediumSpace.OWN, new ThreadedStore.Watch("kv", new Account()));
      return stepper.drive(SteppedKvStore.open(ground, CONFIG, loop, stepper::onWork));
    }

    @Override
    public void crash() throws MetadataException {
      stepper.stop();
      metadata.crash();
      power.restore();
    }
  }
}
