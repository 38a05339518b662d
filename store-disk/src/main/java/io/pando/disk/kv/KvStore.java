package io.pando.disk.kv;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.StoreException;
import io.pando.disk.StoreIdentity;
import io.pando.disk.StoreKind;
import io.pando.disk.account.Account;
import io.pando.disk.catalog.Catalog;
import io.pando.disk.catalog.StoreSuperblock;
import io.pando.disk.device.MediumSpace;
import io.pando.disk.metadata.Metadata;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.metadata.StoreDirectory;
import io.pando.disk.serve.ThreadedStore;
import io.pando.format.DamagedRecordException;
import io.pando.port.EventLoop;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store for one shard that keeps everything in RocksDB. A {@link StoreException} says why a store
 * cannot be made or opened.
 */
public final class KvStore extends ThreadedStore {
  private static final Logger LOG = LoggerFactory.getLogger(KvStore.class);

  private KvStore(
      KvVolume volume, StoreIdentity identity, KvStoreConfig config, EventLoop owner, Watch watch) {
    super(volume, config.limits(), identity, owner, watch);
  }

  /** Makes an empty store, as {@link StoreDirectory#format} does. */
  public static void format(Path directory, KvStoreConfig config, StoreIdentity identity)
      throws StoreException {
    StoreDirectory folder = new StoreDirectory(directory, StoreKind.KV);
    StoreSuperblock superblock =
        new StoreSuperblock(
            identity, folder.capacityBlocks(config.capacityBytes()), config.stripeBytes(), "");
    folder.format(config.memory(), () -> superblock.toBytes(StoreKind.KV));
  }

  /** Opens a store; it must have the given identity. */
  public static KvStore open(
      Path directory, KvStoreConfig config, StoreIdentity identity, EventLoop owner)
      throws StoreException {
    StoreDirectory folder = new StoreDirectory(directory, StoreKind.KV);
    StoreSuperblock superblock = StoreSuperblock.read(folder, identity);
    Account account = new Account();
    Metadata metadata = folder.openMetadata(config.memory(), account);
    boolean complete = false;
    try {
      Catalog.Limits limits =
          new Catalog.Limits(
              superblock.capacityBlocks(),
              config.memory().objectCacheBytes(),
              () -> MediumSpace.of(directory));
      KvVolume volume = new KvVolume(metadata, superblock.stripeBytes(), limits);
      String description =
          String.format(
              "kv store %s (stripes of %d bytes, capacity %d bytes)",
              directory, superblock.stripeBytes(), superblock.capacityBlocks() * BLOCK_BYTES);
      LOG.info("{}: open for {}", description, identity);
      complete = true;
      return new KvStore(volume, identity, config, owner, new Watch(description, account));
    } catch (MetadataException | DamagedRecordException e) {
      throw Catalog.damaged(folder, e);
    } finally {
      if (!complete) {
        metadata.close();
      }
    }
  }
}
