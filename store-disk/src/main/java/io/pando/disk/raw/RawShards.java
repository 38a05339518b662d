package io.pando.disk.raw;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

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
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The raw stores of a daemon: one for each shard, below one directory. */
public final class RawShards {
  private RawShards() {}

  /**
   * Opens a store for each loop, in {@code directory/shard-0} and so on, and formats missing
   * stores. Capacity and memory in the configuration are for the whole daemon; each shard gets its
   * share. If one fails, the stores opened before are closed.
   */
  public static List<RawStore> open(
      Path directory,
      RawStoreConfig config,
      ClusterId cluster,
      OsdId osd,
      List<? extends EventLoop> owners)
      throws StoreException {
    new ShardFolders(directory, owners.size()).prepare(StoreKind.RAW);
    List<RawStore> stores = new ArrayList<>();
    boolean complete = false;
    try {
      RawStoreConfig usual = part(directory, config, owners.size());
      DeviceLabel label = label(directory, config, cluster, osd, owners.size());
      for (EventLoop owner : owners) {
        StoreIdentity identity = new StoreIdentity(cluster, osd, stores.size());
        Path shard = shard(directory, stores.size());
        RawStoreConfig part = label == null ? usual : onDevice(usual, label, stores.size());
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

  /** Closes all stores, as {@link RawStore#close} does, even if one fails. */
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

  /** The label of the device that all shards share; null if there is none. */
  private static @Nullable DeviceLabel label(
      Path directory, RawStoreConfig config, ClusterId cluster, OsdId osd, int shards)
      throws StoreException {
    DevicePart device = config.data().device();
    if (device == null) {
      return null;
    }
    boolean fresh = true;
    for (int i = 0; i < shards; i++) {
      fresh &= !RawDirectory.isFormatted(shard(directory, i));
    }
    return DeviceLabel.claim(
        device.path(), cluster, osd, shards, config.data().capacityBytes(), fresh);
  }

  private static RawStoreConfig onDevice(RawStoreConfig usual, DeviceLabel label, int shard) {
    DevicePart whole = Objects.requireNonNull(usual.data().device());
    return usual
        .withDevice(new DevicePart(whole.path(), label.firstBlock(shard)))
        .withCapacityBytes(label.shardBlocks() * BLOCK_BYTES);
  }

  private static RawStoreConfig part(Path directory, RawStoreConfig config, int shards)
      throws StoreException {
    long capacity = config.data().capacityBytes();
    try {
      if (capacity == 0 && config.data().device() == null) {
        capacity = Files.getFileStore(directory).getUsableSpace() / 10 * 9;
      }
    } catch (IOException e) {
      throw new StoreException(directory + " cannot be used: " + e, e);
    }
    return config.part(capacity, shards);
  }
}
