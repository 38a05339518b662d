package io.pando.disk.kv;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.StoreException;
import io.pando.disk.catalog.Catalog;
import io.pando.disk.device.MediumSpace;
import io.pando.disk.metadata.Metadata;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.serve.SteppedStore;
import io.pando.disk.serve.ThreadedStore;
import io.pando.format.DamagedRecordException;
import io.pando.id.ObjectId;
import io.pando.port.EventLoop;
import io.pando.store.CollectionId;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A kv store without a thread, on given metadata: see {@link SteppedStore}. */
public final class SteppedKvStore extends SteppedStore {
  private final KvVolume volume;

  /**
   * The resources that a store runs on.
   *
   * @param metadata everything the store contains
   * @param space space of the underlying medium
   */
  public record Ground(Metadata metadata, Supplier<MediumSpace> space, ThreadedStore.Watch watch) {}

  private SteppedKvStore(
      KvVolume volume, Ground ground, KvStoreConfig config, EventLoop owner, Runnable onWork) {
    super(volume, config.limits(), owner, ground.watch(), onWork);
    this.volume = volume;
  }

  /**
   * Opens a store; empty metadata are an empty store.
   *
   * @param config capacity and stripe size must be the same as at all openings before
   * @param onWork called when an idle store gets work
   */
  public static SteppedKvStore open(
      Ground ground, KvStoreConfig config, EventLoop owner, Runnable onWork) throws StoreException {
    Catalog.Limits limits =
        new Catalog.Limits(
            config.capacityBytes() / BLOCK_BYTES,
            config.memory().objectCacheBytes(),
            ground.space());
    try {
      KvVolume volume = new KvVolume(ground.metadata(), config.stripeBytes(), limits);
      return new SteppedKvStore(volume, ground, config, owner, onWork);
    } catch (MetadataException | DamagedRecordException e) {
      throw new StoreException(
          ground.watch().description() + " cannot be opened: " + e.getMessage(), e);
    }
  }

  /**
   * The key in {@link io.pando.disk.metadata.Family#BLOCKS} of the stripe that holds a byte of an
   * object in the applied state; null if the byte is in a hole, or the object does not exist.
   */
  public byte @Nullable [] stripeOf(CollectionId collection, ObjectId object, long offset)
      throws MetadataException, DamagedRecordException {
    return volume.stripeOf(collection, object, offset);
  }
}
