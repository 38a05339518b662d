package io.pando.disk.shards;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.pando.check.Invariant;
import io.pando.disk.LocalStore;
import io.pando.disk.ShardFolders;
import io.pando.disk.StoreException;
import io.pando.disk.file.FileStore;
import io.pando.disk.file.FileStoreConfig;
import io.pando.disk.kv.KvStore;
import io.pando.disk.kv.KvStoreConfig;
import io.pando.disk.memory.MemoryDisk;
import io.pando.disk.memory.MemoryLatency;
import io.pando.disk.memory.MemoryStore;
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
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** The open stores of a daemon, one for each shard. */
public final class LocalStores implements AutoCloseable {
  private final List<ObjectStore> stores;
  private final List<LocalStore> onDisk;

  /** Loops of stores on the heap. */
  private final List<EventLoop> heapLoops;

  private LocalStores(
      List<? extends ObjectStore> stores,
      List<? extends LocalStore> onDisk,
      List<? extends EventLoop> heapLoops) {
    this.stores = List.copyOf(stores);
    this.onDisk = List.copyOf(onDisk);
    this.heapLoops = List.copyOf(heapLoops);
  }

  private static LocalStores onDisk(List<? extends LocalStore> stores) {
    return new LocalStores(stores, stores, List.of());
  }

  /**
   * Opens a store on the heap for each loop. The contents are those of the disks, which outlive the
   * stores and end with the process. For tests of applications.
   */
  public static LocalStores onHeap(List<MemoryDisk> disks, List<? extends EventLoop> owners) {
    Invariant.check(disks.size() == owners.size(), "there is a disk for each loop");
    return new LocalStores(
        IntStream.range(0, disks.size())
            .mapToObj(i -> MemoryStore.open(disks.get(i), owners.get(i), MemoryLatency.NONE))
            .toList(),
        List.of(),
        owners);
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
    return onDisk(
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
        settings.memory().metadata().part(shards));
  }

  private static FileStoreConfig file(StoreSettings settings, int shards) {
    FileStoreConfig usual = FileStoreConfig.DEFAULT;
    return new FileStoreConfig(
        settings.capacityBytes() / shards,
        usual.log(),
        usual.checkpoints(),
        usual.limits(),
        settings.memory().metadata().part(shards));
  }

  private static RawStoreConfig raw(StoreSettings settings) {
    Path device = settings.raw().device();
    PipelineConfig pipeline = RawStoreConfig.DEFAULT.pipeline();
    return RawStoreConfig.DEFAULT
        .withPipeline(
            pipeline
                .withLog(pipeline.log().withLeastUnitBytes(settings.raw().logUnitBytes()))
                .withReadCacheBytes(settings.memory().recentObjectsBytes()))
        .withCapacityBytes(settings.capacityBytes())
        .withDevice(device == null ? null : new DevicePart(device, 0))
        .withIo(settings.raw().io())
        .withLog(settings.raw().log())
        .withMemory(settings.memory().metadata());
  }

  /** Shows the work of all stores in a registry, each with the tag {@code shard}. */
  public void bind(MeterRegistry registry) {
    for (int shard = 0; shard < onDisk.size(); shard++) {
      onDisk.get(shard).bind(registry, Tags.of("shard", Integer.toString(shard)));
    }
  }

  /** The stores of all shards, in order. */
  public List<ObjectStore> stores() {
    return stores;
  }

  /** Makes all submitted transactions durable, and closes all stores, even if one fails. */
  @Override
  public void close() throws StoreException {
    for (EventLoop loop : heapLoops) {
      // The tasks that make transactions durable are in its queue already.
      CompletableFuture.runAsync(() -> {}, loop).join();
    }
    ShardFolders.close(onDisk);
  }
}
