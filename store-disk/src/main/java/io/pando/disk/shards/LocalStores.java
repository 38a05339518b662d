package io.pando.disk.shards;

import io.pando.disk.ShardFolders;
import io.pando.disk.StoreException;
import io.pando.disk.raw.DevicePart;
import io.pando.disk.raw.RawShards;
import io.pando.disk.raw.RawStore;
import io.pando.disk.raw.RawStoreConfig;
import io.pando.disk.raw.pipeline.worker.PipelineConfig;
import io.pando.disk.serve.ThreadedStore;
import io.pando.id.ClusterId;
import io.pando.id.OsdId;
import io.pando.port.EventLoop;
import io.pando.port.ObjectStore;
import java.nio.file.Path;
import java.util.List;

/** The open stores of a daemon, one for each shard. */
public final class LocalStores implements AutoCloseable {
  private final List<ObjectStore> stores;
  private final Closing closing;

  private interface Closing {
    void close() throws StoreException;
  }

  private LocalStores(List<? extends ObjectStore> stores, Closing closing) {
    this.stores = List.copyOf(stores);
    this.closing = closing;
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
    int shards = owners.size();
    ShardFolders folders = new ShardFolders(directory, shards);
    folders.prepare(settings.kind());
    return switch (settings.kind()) {
      case RAW -> {
        List<RawStore> stores = RawShards.open(directory, raw(settings), cluster, osd, owners);
        yield new LocalStores(stores, () -> RawShards.close(stores));
      }
      case KV ->
          threaded(CatalogStores.Kv.of(settings, shards).openAll(folders, cluster, osd, owners));
      case FILE ->
          threaded(CatalogStores.Files.of(settings, shards).openAll(folders, cluster, osd, owners));
    };
  }

  private static LocalStores threaded(List<ThreadedStore> stores) {
    return new LocalStores(stores, () -> CatalogStores.close(stores));
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

  /** The stores of all shards, in order. */
  public List<ObjectStore> stores() {
    return stores;
  }

  /** Makes all submitted transactions durable, and closes all stores, even if one fails. */
  @Override
  public void close() throws StoreException {
    closing.close();
  }
}
