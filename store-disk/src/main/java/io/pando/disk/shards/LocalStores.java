package io.pando.disk.shards;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.pando.disk.LocalStore;
import io.pando.disk.ShardFolders;
import io.pando.disk.StoreException;
import io.pando.disk.file.FileStore;
import io.pando.disk.file.FileStoreConfig;
import io.pando.disk.kv.KvStore;
import io.pando.disk.kv.KvStoreConfig;
import io.pando.disk.raw.DevicePart;
import io.pando.disk.raw.RawShards;
import io.pando.disk.raw.RawStoreConfig;
import io.pando.disk.raw.pipeline.worker.PipelineConfig;
import io.pando.id.ClusterId;
import io.pando.id.OsdId;
import io.pando.port.EventLoop;
import io.pando.port.ObjectStore;
import java.nio.file.Path;
import java.util.List;

/** The open stores of a daemon, one for each shard. */
public final class LocalStores implements AutoCloseable {
  private final List<LocalStore> stores;

  private LocalStores(List<? extends LocalStore> stores) {
    this.stores = List.copyOf(stores);
  }

  /**
   * Opens a store for each loop, in {@code directory/shard-0} and so on, and makes missing stores;
   * existing stores must be of the requested kind. If one fails, the stores opened before are
   * closed.
   */
  public static LocalStores open(
      Path directory,
      StoreSettings settings,
      ClusterId cluster,
      OsdId osd,
      List<? extends EventLoop> owners)
      throws StoreException {
    ShardFolders folders = new ShardFolders(directory, owners.size());
    folders.prepare(settings.kind());
    return new LocalStores(
        switch (settings.kind()) {
          case RAW -> RawShards.open(directory, raw(settings), cluster, osd, owners);
          case KV -> {
            KvStoreConfig config = kv(settings, owners.size());
            yield folders.openAll(
                cluster,
                osd,
                owners,
                (shard, identity) -> KvStore.format(shard, config, identity),
                (shard, identity, owner) -> KvStore.open(shard, config, identity, owner));
          }
          case FILE -> {
            FileStoreConfig config = file(settings, owners.size());
            yield folders.openAll(
                cluster,
                osd,
                owners,
                (shard, identity) -> FileStore.format(shard, config, identity),
                (shard, identity, owner) -> FileStore.open(shard, config, identity, owner));
          }
        });
  }

  private static KvStoreConfig kv(StoreSettings settings, int shards) {
    return new KvStoreConfig(
        settings.capacityBytes() / shards,
        settings.stripeBytes(),
        KvStoreConfig.DEFAULT.limits(),
        settings.memory().part(shards));
  }

  private static FileStoreConfig file(StoreSettings settings, int shards) {
    FileStoreConfig usual = FileStoreConfig.DEFAULT;
    return new FileStoreConfig(
        settings.capacityBytes() / shards,
        usual.log(),
        usual.checkpoints(),
        usual.limits(),
        settings.memory().part(shards));
  }

  private static RawStoreConfig raw(StoreSettings settings) {
    Path device = settings.raw().device();
    PipelineConfig pipeline = RawStoreConfig.DEFAULT.pipeline();
    return RawStoreConfig.DEFAULT
        .withPipeline(
            pipeline.withLog(pipeline.log().withLeastUnitBytes(settings.raw().logUnitBytes())))
        .withCapacityBytes(settings.capacityBytes())
        .withDevice(device == null ? null : new DevicePart(device, 0))
        .withIo(settings.raw().io())
        .withLog(settings.raw().log())
        .withMemory(settings.memory());
  }

  /** Shows the work of all stores in a registry, each with the tag {@code shard}. */
  public void bind(MeterRegistry registry) {
    for (int shard = 0; shard < stores.size(); shard++) {
      stores.get(shard).bind(registry, Tags.of("shard", Integer.toString(shard)));
    }
  }

  /** The stores of all shards, in order. */
  public List<ObjectStore> stores() {
    return List.copyOf(stores);
  }

  /** Makes all submitted transactions durable, and closes all stores, even if one fails. */
  @Override
  public void close() throws StoreException {
    ShardFolders.close(stores);
  }
}
