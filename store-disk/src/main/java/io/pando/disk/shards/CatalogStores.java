package io.pando.disk.shards;

import io.pando.disk.ShardFolders;
import io.pando.disk.StoreException;
import io.pando.disk.StoreFolder;
import io.pando.disk.StoreIdentity;
import io.pando.disk.file.FileStore;
import io.pando.disk.file.FileStoreConfig;
import io.pando.disk.kv.KvStore;
import io.pando.disk.kv.KvStoreConfig;
import io.pando.disk.serve.ThreadedStore;
import io.pando.id.ClusterId;
import io.pando.id.OsdId;
import io.pando.port.EventLoop;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Makes and opens stores of one kind, each with its share of the daemon's resources. */
interface CatalogStores {
  /** Makes an empty store. */
  void format(Path shard, StoreIdentity identity) throws StoreException;

  /** Opens a store. */
  ThreadedStore open(Path shard, StoreIdentity identity, EventLoop owner) throws StoreException;

  /** Everything in RocksDB. */
  record Kv(KvStoreConfig config) implements CatalogStores {
    static Kv of(StoreSettings settings, int shards) {
      return new Kv(
          new KvStoreConfig(
              settings.capacityBytes() / shards,
              settings.stripeBytes(),
              KvStoreConfig.DEFAULT.limits(),
              settings.memory().part(shards)));
    }

    @Override
    public void format(Path shard, StoreIdentity identity) throws StoreException {
      KvStore.format(shard, config, identity);
    }

    @Override
    public ThreadedStore open(Path shard, StoreIdentity identity, EventLoop owner)
        throws StoreException {
      return KvStore.open(shard, config, identity, owner);
    }
  }

  /** A file for each object. */
  record Files(FileStoreConfig config) implements CatalogStores {
    static Files of(StoreSettings settings, int shards) {
      FileStoreConfig usual = FileStoreConfig.DEFAULT;
      return new Files(
          new FileStoreConfig(
              settings.capacityBytes() / shards,
              usual.log(),
              usual.checkpoints(),
              usual.limits(),
              settings.memory().part(shards)));
    }

    @Override
    public void format(Path shard, StoreIdentity identity) throws StoreException {
      FileStore.format(shard, config, identity);
    }

    @Override
    public ThreadedStore open(Path shard, StoreIdentity identity, EventLoop owner)
        throws StoreException {
      return FileStore.open(shard, config, identity, owner);
    }
  }

  /** Opens a store for each owner, and makes missing stores. */
  default List<ThreadedStore> openAll(
      ShardFolders folders, ClusterId cluster, OsdId osd, List<? extends EventLoop> owners)
      throws StoreException {
    List<ThreadedStore> stores = new ArrayList<>();
    boolean complete = false;
    try {
      for (EventLoop owner : owners) {
        StoreIdentity identity = new StoreIdentity(cluster, osd, stores.size());
        Path shard = folders.of(stores.size());
        StoreFolder folder = new StoreFolder(shard);
        if (!folder.isFormatted() && folder.isFresh()) {
          format(shard, identity);
        }
        stores.add(open(shard, identity, owner));
      }
      complete = true;
      return List.copyOf(stores);
    } finally {
      if (!complete) {
        close(stores);
      }
    }
  }

  /** Closes all stores, even if one fails. */
  static void close(List<ThreadedStore> stores) throws StoreException {
    StoreException first = null;
    for (ThreadedStore store : stores) {
      try {
        store.close();
      } catch (StoreException e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
