package io.pando.disk.raw;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.ShardFolders;
import io.pando.disk.StoreException;
import io.pando.disk.StoreFolder;
import io.pando.disk.StoreKind;
import io.pando.disk.metadata.StoreDirectory;
import io.pando.id.ClusterId;
import io.pando.id.OsdId;
import io.pando.port.EventLoop;
import java.io.IOException;
import java.nio.file.Path;
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
    ShardFolders folders = new ShardFolders(directory, owners.size());
    folders.prepare(StoreKind.RAW);
    RawStoreConfig usual = part(directory, config, owners.size());
    DeviceLabel label = label(folders, config, cluster, osd, owners.size());
    return folders.openAll(
        cluster,
        osd,
        owners,
        (shard, identity) -> RawStore.format(shard, part(usual, label, identity.shard()), identity),
        (shard, identity, owner) -> {
          Path log = usual.log() == null ? null : usual.log().resolve(shard.getFileName());
          RawStoreConfig part = part(usual, label, identity.shard()).withLog(log);
          return RawStore.open(shard, part, identity, owner);
        });
  }

  /** The label of the device that all shards share; null if there is none. */
  private static @Nullable DeviceLabel label(
      ShardFolders folders, RawStoreConfig config, ClusterId cluster, OsdId osd, int shards)
      throws StoreException {
    DevicePart device = config.data().device();
    if (device == null) {
      return null;
    }
    boolean fresh = true;
    for (int i = 0; i < shards; i++) {
      fresh &= !new StoreFolder(folders.of(i)).isFormatted();
    }
    return DeviceLabel.claim(
        device.path(), cluster, osd, shards, config.data().capacityBytes(), fresh);
  }

  private static RawStoreConfig part(RawStoreConfig usual, @Nullable DeviceLabel label, int shard) {
    if (label == null) {
      return usual;
    }
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
        capacity = StoreDirectory.mostBytes(directory);
      }
    } catch (IOException e) {
      throw new StoreException(directory + " cannot be used: " + e, e);
    }
    return config.part(capacity, shards);
  }
}
