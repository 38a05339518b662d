package io.pando.disk.file;

import io.pando.disk.CrashConformance;
import io.pando.disk.MemoryMetadata;
import io.pando.disk.ModelStore;
import io.pando.disk.Power;
import io.pando.disk.Stepper;
import io.pando.disk.StoreException;
import io.pando.disk.StoreIdentity;
import io.pando.disk.TestLoop;
import io.pando.disk.account.Account;
import io.pando.disk.catalog.Catalog;
import io.pando.disk.catalog.Room;
import io.pando.disk.log.LogConfig;
import io.pando.disk.log.LogDamagedException;
import io.pando.disk.log.LogDisk;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.serve.BatchLimits;
import io.pando.disk.serve.SteppedStore;
import io.pando.format.DamagedRecordException;
import io.pando.id.ClusterId;
import io.pando.id.OsdId;
import io.pando.random.Random64;
import java.io.IOException;

/** A log, files and metadata that lose power together, each what it had not made durable. */
class FileCrashTest extends CrashConformance {
  private static final StoreIdentity IDENTITY =
      new StoreIdentity(ClusterId.parse("00112233-4455-6677-8899-aabbccddeeff"), new OsdId(3), 1);
  private static final LogConfig LOG = new LogConfig(40 * 4096, 8192);
  private static final Checkpoints CHECKPOINTS = new Checkpoints(20_000, Long.MAX_VALUE);

  @Override
  protected Disk disk(Random64 random) {
    return new SimulatedDisk(CHECKPOINTS, Integer.MAX_VALUE, random);
  }

  @Override
  protected long usedBytes(ModelStore model) {
    return model.unsharedBytes();
  }

  /** What a store is on, in memory. */
  static final class SimulatedDisk implements Disk {
    private final Power power = new Power();
    private final Checkpoints checkpoints;
    private final Random64 random;
    private final LogDisk log;
    private final MemoryTree tree;
    private final MemoryMetadata metadata;
    private Stepper stepper = new Stepper(new TestLoop());

    /**
     * An empty one.
     *
     * @param mostSegments of the log that there is room for
     */
    SimulatedDisk(Checkpoints checkpoints, int mostSegments, Random64 random) {
      this.checkpoints = checkpoints;
      this.random = random;
      this.log = new LogDisk(LOG.segmentBytes(), 4096, random.split(), power);
      log.limitTo(mostSegments);
      this.tree = new MemoryTree(random.split(), power);
      this.metadata = new MemoryMetadata(random.split(), power);
    }

    @Override
    public Power power() {
      return power;
    }

    @Override
    public SteppedStore open(TestLoop loop) throws StoreException {
      FileVolume.Ground ground =
          new FileVolume.Ground(metadata, tree, log, new Account(), () -> 0, random.split());
      Catalog.Limits limits = new Catalog.Limits(1 << 20, 1000, Room.ENDLESS);
      try {
        FileVolume volume =
            FileVolume.open(ground, new FileVolume.Settings(IDENTITY, limits, LOG, checkpoints));
        stepper = new Stepper(loop);
        return stepper.drive(
            new SteppedStore(volume, new BatchLimits(8, 1 << 16), loop, "file", stepper::onWork));
      } catch (IOException | MetadataException | DamagedRecordException | LogDamagedException e) {
        throw new StoreException(String.valueOf(e.getMessage()), e);
      }
    }

    @Override
    public void crash() throws MetadataException {
      stepper.stop();
      metadata.crash();
      tree.crash();
      log.restorePower();
    }
  }
}
