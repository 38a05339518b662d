package io.pando.disk.raw;

import io.pando.disk.StoreException;
import io.pando.disk.StoreIdentity;
import io.pando.disk.device.FileDevice;
import io.pando.disk.raw.volume.RawVolume;
import io.pando.disk.serve.ThreadedStore;
import io.pando.port.EventLoop;
import java.nio.file.Path;

/**
 * The store of choice for one shard: metadata in RocksDB, data in one raw file or block device.
 * {@link StoreException} tells why a store cannot be made or opened.
 */
public final class RawStore extends ThreadedStore {
  RawStore(
      RawVolume volume,
      StoreIdentity identity,
      RawStoreConfig config,
      EventLoop owner,
      Watch watch) {
    super(volume, config.limits(), identity, owner, watch);
  }

  /**
   * Makes an empty store. The directory is created if it is not there; if it is, it must be empty,
   * or hold nothing but what an interrupted formatting left.
   */
  public static void format(Path directory, RawStoreConfig config, StoreIdentity identity)
      throws StoreException {
    RawDirectory.format(directory, config, identity);
  }

  /** Opens a store, which must be the given owner's. */
  public static RawStore open(
      Path directory, RawStoreConfig config, StoreIdentity identity, EventLoop owner)
      throws StoreException {
    return RawDirectory.open(directory, config, identity, owner, FileDevice::open);
  }
}
