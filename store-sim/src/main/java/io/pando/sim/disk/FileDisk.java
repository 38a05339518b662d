package io.pando.sim.disk;

import io.pando.disk.StoreException;
import io.pando.disk.file.CheckpointLimits;
import io.pando.disk.file.FileStoreConfig;
import io.pando.disk.file.SteppedFileStore;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.raw.pipeline.worker.Worker;
import io.pando.disk.serve.CommitPhase;
import io.pando.format.DamagedRecordException;
import io.pando.id.ObjectId;
import io.pando.port.EventLoop;
import io.pando.probe.Limit;
import io.pando.random.Random64;
import io.pando.sim.world.SimWorld;
import io.pando.store.CollectionId;

/**
 * A disk for the production file store: files, a log and metadata that keep their durable contents.
 * Pages of files can be made unreadable, but not corrupted: files have no checksums, so wrong bytes
 * would be served. Log and metadata cannot be damaged.
 */
public final class FileDisk extends VolumeDisk<SteppedFileStore> {
  private static final Limit SEGMENT_BLOCKS =
      Limit.of("simulated file store: blocks of a segment of the log", 2, 64);
  private static final Limit CHECKPOINT_BYTES =
      Limit.of("simulated file store: bytes of log between checkpoints", 1, 1 << 17);
  private static final Limit CHECKPOINT_NANOS =
      Limit.of("simulated file store: nanoseconds between checkpoints", 1, 5_000_000_000L);

  private final FileStoreConfig config;
  private SimFileTree tree;
  private SimLogMedium log;
  private SimMetadata metadata;

  /** Creates an empty disk. */
  public FileDisk(SimWorld world, Random64 random, long capacityBytes, String name) {
    super(world, random, name);
    this.config =
        new FileStoreConfig(
            capacityBytes,
            new FileStoreConfig.Log(false, SimLogMedium.config(SEGMENT_BLOCKS)),
            new CheckpointLimits(CHECKPOINT_BYTES.longValue(), CHECKPOINT_NANOS.longValue()),
            batchLimits(),
            FileStoreConfig.DEFAULT.memory().withObjectCacheBytes(cacheBytes()));
    this.tree = new SimFileTree(faults, random.split(), name);
    this.log = new SimLogMedium(config.log().sizes(), faults, random.split(), name);
    this.metadata = new SimMetadata(faults, random.split(), name);
  }

  @Override
  SteppedFileStore open(EventLoop loop, Runnable onWork) throws StoreException {
    SteppedFileStore.Ground ground =
        new SteppedFileStore.Ground(
            metadata, tree, log, space(config.capacityBytes()), watch(), random.split());
    return SteppedFileStore.open(ground, config, RawDisk.IDENTITY, loop, onWork);
  }

  /** The phases of a commit: flush the log, write the files, and possibly a checkpoint. */
  @Override
  Worker.Phase phase(CommitPhase next) {
    return switch (next) {
      case SERVE -> Worker.Phase.SERVE;
      case WRITE_DATA -> Worker.Phase.FLUSH;
      case FLUSH_DATA -> Worker.Phase.WRITE;
      case COMMIT_METADATA -> Worker.Phase.COMMIT;
    };
  }

  @Override
  void losePower() {
    tree.crash();
    log.crash();
    metadata.crash();
  }

  @Override
  void replace() {
    tree = new SimFileTree(faults, random.split(), name);
    log = new SimLogMedium(config.log().sizes(), faults, random.split(), name);
    metadata = new SimMetadata(faults, random.split(), name);
  }

  @Override
  boolean spoil(SteppedFileStore store, CollectionId collection, ObjectId object, long offset)
      throws MetadataException, DamagedRecordException {
    String file = store.fileOf(collection, object, offset);
    return file != null && tree.spoil(file, offset);
  }

  @Override
  public boolean damageAny() {
    return tree.spoilAny();
  }
}
