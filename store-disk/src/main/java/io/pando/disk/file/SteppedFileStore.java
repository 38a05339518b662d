package io.pando.disk.file;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.StoreException;
import io.pando.disk.StoreIdentity;
import io.pando.disk.catalog.Catalog;
import io.pando.disk.device.MediumSpace;
import io.pando.disk.log.LogDamagedException;
import io.pando.disk.log.LogMedium;
import io.pando.disk.metadata.LayeredMetadata;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.serve.SteppedStore;
import io.pando.disk.serve.ThreadedStore;
import io.pando.format.DamagedRecordException;
import io.pando.id.ObjectId;
import io.pando.port.EventLoop;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import java.io.IOException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A file store without a thread, on a given file tree, log and metadata: see {@link SteppedStore}.
 * The owner's loop is the clock.
 */
public final class SteppedFileStore extends SteppedStore {
  private final FileVolume volume;

  /**
   * The resources that a store runs on.
   *
   * @param space space of the underlying medium
   * @param random source of the log's salts
   */
  public record Ground(
      LayeredMetadata metadata,
      FileTree tree,
      LogMedium log,
      Supplier<MediumSpace> space,
      ThreadedStore.Watch watch,
      Random64 random) {}

  private SteppedFileStore(
      FileVolume volume, Ground ground, FileStoreConfig config, EventLoop owner, Runnable onWork) {
    super(volume, config.limits(), owner, ground.watch(), onWork);
    this.volume = volume;
  }

  /**
   * Opens a store; empty resources are an empty store.
   *
   * @param config capacity and log must be the same as at all openings before
   * @param identity owner of the log
   * @param onWork called when an idle store gets work
   */
  public static SteppedFileStore open(
      Ground ground,
      FileStoreConfig config,
      StoreIdentity identity,
      EventLoop owner,
      Runnable onWork)
      throws StoreException {
    FileVolume.Ground below =
        new FileVolume.Ground(
            ground.metadata(),
            ground.tree(),
            ground.log(),
            ground.watch().account(),
            owner::nanoTime,
            ground.random());
    Catalog.Limits limits =
        new Catalog.Limits(
            config.capacityBytes() / BLOCK_BYTES,
            config.memory().objectCacheBytes(),
            ground.space());
    try {
      FileVolume volume = new FileVolume(below, config, identity, limits);
      return new SteppedFileStore(volume, ground, config, owner, onWork);
    } catch (IOException | MetadataException | DamagedRecordException | LogDamagedException e) {
      throw new StoreException(
          ground.watch().description() + " cannot be opened: " + e.getMessage(), e);
    }
  }

  /**
   * The file that holds a byte of an object in the applied state; null if the byte is in a hole, or
   * the object does not exist.
   */
  public @Nullable String fileOf(CollectionId collection, ObjectId object, long offset)
      throws MetadataException, DamagedRecordException {
    return volume.fileOf(collection, object, offset);
  }
}
