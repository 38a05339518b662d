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
import io.pando.disk.device.MediumSpace;
import io.pando.disk.log.LogConfig;
import io.pando.disk.log.LogDisk;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.serve.BatchLimits;
import io.pando.disk.serve.SteppedStore;
import io.pando.disk.serve.ThreadedStore;
import io.pando.id.ClusterId;
import io.pando.id.OsdId;
import io.pando.random.Random64;

/** A log, files and metadata that lose power together; each loses what is not durable. */
class FileCrashTest extends CrashConformance {
  private static final StoreIdentity IDENTITY =
      new StoreIdentity(ClusterId.parse("00112233-4455-6677-8899-aabbccddeeff"), new OsdId(3), 1);
  static final LogConfig LOG = new LogConfig(40 * 4096, 8192);
  static final CheckpointLimits CHECKPOINTS = new CheckpointLimits(20_000, Long.MAX_VALUE);

  private static final FileStoreConfig CONFIG =
      new FileStoreConfig(
          4L << 30,
          new FileStoreConfig.Log(false, LOG),
          CHECKPOINTS,
          new BatchLimits(8, 1 << 16),
          FileStoreConfig.DEFAULT.memory().withObjectCacheBytes(1000));

  @Override
  protected Disk disk(Random64 random) {
    return new SimulatedDisk(LOG, CHECKPOINTS, Integer.MAX_VALUE, random);
  }

  @Override
  protected long usedBytes(ModelStore model) {
    return model.unsharedBytes();
  }

  /** The resources of a store, in memory. */
  static final class SimulatedDisk implements Disk {
    private final Power power = new Power();
    private final LogConfig sizes;
    private final CheckpointLimits checkpoints;
    private final Random64 random;
    private final LogDisk log;
    private final MemoryTree tree;
    private final MemoryMetadata metadata;
    private Stepper stepper = new Stepper(new TestLoop());

    /**
     * An empty disk.
     *
     * @param mostSegments number of log segments that there is space for
     */
    SimulatedDisk(
        LogConfig sizes, CheckpointLimits checkpoints, int mostSegments, Random64 random) {
      this.sizes = sizes;
      this.checkpoints = checkpoints;
      this.random = random;
      this.log = new LogDisk(sizes.segmentBytes(), 4096, random.split(), power);
      log.limitTo(mostSegments);
      this.tree = new MemoryTree(random.split(), power);
      this.metadata = new MemoryMetadata(random.split(), power);
    }

    MemoryTree tree() {
      return tree;
    }

    @Override
    public Power power() {
      return power;
    }

    @Override
    public SteppedStore open(TestLoop loop) throws StoreException {
      stepper = new Stepper(loop);
      SteppedFileStore.Ground ground =
          new SteppedFileStore.Ground(
              metadata,
              tree,
              log,
              () -> MediumSpace.OWN,
              new ThreadedStore.Watch("file", new Account()),
              random.split());
      FileStoreConfig config =
          new FileStoreConfig(
              CONFIG.capacityBytes(),
              new FileStoreConfig.Log(false, sizes),
              checkpoints,
              CONFIG.limits(),
              CONFIG.memory());
      return stepper.drive(SteppedFileStore.open(ground, config, IDENTITY, loop, stepper::onWork));
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
