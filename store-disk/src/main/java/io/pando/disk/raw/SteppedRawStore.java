package io.pando.disk.raw;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.StoreException;
import io.pando.disk.device.BlockDevice;
import io.pando.disk.metadata.Metadata;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.raw.volume.RawVolume;
import io.pando.disk.serve.SteppedStore;
import io.pando.format.DamagedRecordException;
import io.pando.id.ObjectId;
import io.pando.port.EventLoop;
import io.pando.store.CollectionId;
import java.util.OptionalLong;

/** A raw store without a thread, on a device and metadata that are given to it. */
public final class SteppedRawStore extends SteppedStore {
  private final RawVolume volume;

  private SteppedRawStore(
      RawVolume volume, RawStoreConfig config, EventLoop owner, String name, Runnable onWork) {
    super(volume, config.limits(), owner, name, onWork);
    this.volume = volume;
  }

  /**
   * What a store is on.
   *
   * @param name for people
   */
  public record Ground(Metadata metadata, BlockDevice device, String name) {}

  /**
   * Opens what is there.
   *
   * @param onWork as {@link SteppedStore} has it
   */
  public static SteppedRawStore open(
      Ground ground, RawStoreConfig config, EventLoop owner, Runnable onWork)
      throws StoreException {
    try {
      RawVolume volume =
          RawVolume.open(
              ground.metadata(), ground.device(), config.batchBytes(), config.objectCacheBytes());
      return new SteppedRawStore(volume, config, owner, ground.name(), onWork);
    } catch (MetadataException | DamagedRecordException e) {
      throw new StoreException(ground.name() + " is damaged: " + e.getMessage(), e);
    }
  }

  /**
   * The block of the device that holds a byte of an object, of what is durable or applied; empty if
   * none does.
   */
  public OptionalLong blockOf(CollectionId collection, ObjectId object, long offset)
      throws MetadataException, DamagedRecordException {
    return volume.reader().placeOf(collection, object, offset / BLOCK_BYTES);
  }
}
