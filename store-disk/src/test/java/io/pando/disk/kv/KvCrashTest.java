package io.pando.disk.kv;

import io.pando.disk.CrashConformance;
import io.pando.disk.MemoryMetadata;
import io.pando.disk.ModelStore;
import io.pando.disk.Power;
import io.pando.disk.Stepper;
import io.pando.disk.StoreException;
import io.pando.disk.TestLoop;
import io.pando.disk.catalog.Catalog;
import io.pando.disk.catalog.Room;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.serve.BatchLimits;
import io.pando.disk.serve.SteppedStore;
import io.pando.format.DamagedRecordException;
import io.pando.random.Random64;

/** RocksDB, whose batches are whole or not there, is simulated; it is killed in another test. */
final class KvCrashTest extends CrashConformance {
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
      try {
        Catalog.Limits limits = new Catalog.Limits(1 << 20, 1000, Room.ENDLESS);
        KvVolume volume = KvVolume.open(metadata, 8192, limits);
        stepper = new Stepper(loop);
        return stepper.drive(
            new SteppedStore(volume, new BatchLimits(8, 1 << 16), loop, "kv", stepper::onWork));
      } catch (MetadataException | DamagedRecordException e) {
        throw new StoreException(String.valueOf(e.getMessage()), e);
      }
    }

    @Override
    public void crash() throws MetadataException {
      stepper.stop();
      metadata.crash();
      power.restore();
    }
  }
}
