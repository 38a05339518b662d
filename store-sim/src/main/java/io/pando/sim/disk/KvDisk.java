package io.pando.sim.disk;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.StoreException;
import io.pando.disk.kv.KvStoreConfig;
import io.pando.disk.kv.SteppedKvStore;
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
 * A disk for the production kv store: metadata that keep committed transactions. Stripes can be
 * corrupted or unreadable, which the checksums of the metadata detect. Other metadata can always be
 * read.
 */
public final class KvDisk extends VolumeDisk<SteppedKvStore> {
  private static final Limit STRIPE_BLOCKS =
      Limit.of("simulated kv store: blocks of a stripe", 1, 4);

  private final KvStoreConfig config;
  private SimMetadata metadata;

  /** Creates an empty disk. */
  public KvDisk(SimWorld world, Random64 random, long capacityBytes, String name) {
    super(world, random, name);
    this.config =
        new KvStoreConfig(
            capacityBytes,
            STRIPE_BLOCKS.value() * BLOCK_BYTES,
            batchLimits(),
            KvStoreConfig.DEFAULT.memory().withObjectCacheBytes(cacheBytes()));
    this.metadata = empty();
  }

  private SimMetadata empty() {
    return new SimMetadata(faults, random.split(), name, new SpoiltBytes());
  }

  @Override
  SteppedKvStore open(EventLoop loop, Runnable onWork) throws StoreException {
    return SteppedKvStore.open(
        new SteppedKvStore.Ground(metadata, space(config.capacityBytes()), watch()),
        config,
        loop,
        onWork);
  }

  /** Data is written with the metadata, so only that phase reaches the disk. */
  @Override
  Worker.Phase phase(CommitPhase next) {
    return next == CommitPhase.COMMIT_METADATA ? Worker.Phase.COMMIT : Worker.Phase.SERVE;
  }

  @Override
  void losePower() {
    metadata.crash();
  }

  @Override
  void replace() {
    metadata = empty();
  }

  @Override
  boolean spoil(SteppedKvStore store, CollectionId collection, ObjectId object, long offset)
      throws MetadataException, DamagedRecordException {
    byte[] stripe = store.stripeOf(collection, object, offset);
    return stripe != null && metadata.spoil(stripe);
  }

  @Override
  public boolean damageAny() {
    return metadata.spoilAny();
  }
}
