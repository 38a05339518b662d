package io.pando.disk.raw;

import io.pando.disk.StoreException;
import io.pando.disk.StoreIdentity;
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
    refuseOtherCount(directory, config, owners.size());
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
        stores.add(RawStore.open(shard, part, identity, owner));
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

  private static void refuseOtherCount(Path directory, RawStoreConfig config, int shards)
      throws StoreException {
    boolean more = Files.exists(shard(directory, shards));
    boolean fewer =
        Files.exists(shard(directory, 0)) && !Files.exists(shard(directory, shards - 1));
    if (more || fewer) {
      throw new StoreException(
          directory
              + " was made for "
              + (more ? "more" : "fewer")
              + " than "
              + shards
              + " shards: start the daemon with the number of shards it was made with");
    }
    if (config.device() != null && shards > 1) {
      throw new StoreException(
          config.device() + " cannot be shared by " + shards + " shards: run the daemon with one");
    }
  }

  /** The last first, so that if the first is there all are: a crash can come between them. */
  private static void createAll(Path directory, int shards) throws IOException {
    for (int shard = shards - 1; shard >= 0; shard--) {
      Files.createDirectories(shard(directory, shard));
    }
  }

  private static RawStoreConfig part(Path directory, RawStoreConfig config, int shards)
      throws StoreException {
    long capacity = config.capacityBytes();
    try {
      createAll(directory, shards);
      if (capacity == 0 && config.device() == null) {
        capacity = Files.getFileStore(directory).getUsableSpace() / 10 * 9;
      }
    } catch (IOException e) {
      throw new StoreException(directory + " cannot be used: " + e, e);
    }
    return config.part(capacity, shards);
  }
}
