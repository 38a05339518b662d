package io.pando.disk.raw;

import io.pando.disk.ShardFolders;
import io.pando.disk.StoreException;
import io.pando.disk.StoreIdentity;
import io.pando.disk.StoreKind;
import io.pando.id.ClusterId;
import io.pando.id.OsdId;
import io.pando.port.EventLoop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The raw stores of a daemon: one for each shard, below one directory. */
public final class RawShards {
  private RawShards() {}

  /**
   * Opens a store for each loop, in {@code directory/shard-0} and so on, and formats those that are
   * not there yet. Capacity and memory of the configuration are the daemon's; each shard gets its
   * part. If one fails, those opened before are closed.
   */
  public static List<RawStore> open(
      Path directory,
      RawStoreConfig config,
      ClusterId cluster,
      OsdId osd,
      List<? extends EventLoop> owners)
      throws StoreException {
    new ShardFolders(directory, owners.size()).prepare(StoreKind.RAW);
    refuseSharing(config, owners.size());
    List<RawStore> stores = new ArrayList<>();
    boolean complete = false;
    try {
      RawStoreConfig part = part(directory, config, owners.size());
      for (EventLoop owner : owners) {
        StoreIdentity identity = new StoreIdentity(cluster, osd, stores.size());
        Path shard = shard(directory, stores.size());
        if (!RawDirectory.isFormatted(shard) && RawDirectory.isFresh(shard)) {
          RawStore.format(shard, part, identity);
        }
        Path log = part.log() == null ? null : part.log().resolve(shard.getFileName());
        stores.add(RawStore.open(shard, part.withLog(log), identity, owner));
      }
      complete = true;
      return List.copyOf(stores);
    } finally {
      if (!complete) {
        close(stores);
      }
    }
  }

  /** Closes all, as {@link RawStore#close} does, even if one fails. */
  public static void close(List<RawStore> stores) throws StoreException {
    StoreException first = null;
    for (RawStore store : stores) {
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

  static Path shard(Path directory, int shard) {
    return directory.resolve("shard-" + shard);
  }

  private static void refuseSharing(RawStoreConfig config, int shards) throws StoreException {
    if (config.device() != null && shards > 1) {
      throw new StoreException(
          config.device() + " cannot be shared by " + shards + " shards: run the daemon with one");
    }
  }

  private static RawStoreConfig part(Path directory, RawStoreConfig config, int shards)
      throws StoreException {
    long capacity = config.capacityBytes();
    try {
      if (capacity == 0 && config.device() == null) {
        capacity = Files.getFileStore(directory).getUsableSpace() / 10 * 9;
      }
    } catch (IOException e) {
      throw new StoreException(directory + " cannot be used: " + e, e);
    }
    return config.part(capacity, shards);
  }
}
