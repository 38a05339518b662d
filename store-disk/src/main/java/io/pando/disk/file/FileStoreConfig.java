package io.pando.disk.file;

import io.pando.disk.catalog.CatalogDirectory;
import io.pando.disk.log.LogConfig;
import io.pando.disk.serve.BatchLimits;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How a file store is laid out and what it may use. Capacity and the log's folder matter when it is
 * formatted and are remembered; the rest holds as long as it is open.
 *
 * @param logFolder for the log, on another device best; null: in the store's directory
 * @param capacityBytes room for data; 0: nine tenths of what is free in the file system
 * @param direct whether the log goes past the page cache where the file system allows it
 * @param log sizes of the log
 * @param checkpoints when the files are made durable
 * @param limits what shares one commit
 * @param objectCacheBytes heap for objects' records, about
 * @param memory for RocksDB
 */
public record FileStoreConfig(
    @Nullable Path logFolder,
    long capacityBytes,
    boolean direct,
    LogConfig log,
    Checkpoints checkpoints,
    BatchLimits limits,
    long objectCacheBytes,
    CatalogDirectory.Memory memory) {
  private static final int MIB = 1 << 20;

  /** What suits a daemon with a heap of 512 MiB. */
  public static final FileStoreConfig DEFAULT =
      new FileStoreConfig(
          null,
          0,
          true,
          LogConfig.DEFAULT,
          new Checkpoints(64L * MIB, TimeUnit.SECONDS.toNanos(5)),
          new BatchLimits(512, 8 * MIB),
          16 * MIB,
          new CatalogDirectory.Memory(32 * MIB, 32 * MIB));

  public FileStoreConfig {
    if (capacityBytes < 0 || objectCacheBytes < 0) {
      throw new IllegalArgumentException(
          "capacity " + capacityBytes + ", cache " + objectCacheBytes + " bytes");
    }
  }

  /** With another capacity. */
  public FileStoreConfig withCapacityBytes(long bytes) {
    return new FileStoreConfig(
        logFolder, bytes, direct, log, checkpoints, limits, objectCacheBytes, memory);
  }

  /** With the log in a folder of its own. */
  public FileStoreConfig withLogFolder(Path folder) {
    return new FileStoreConfig(
        folder, capacityBytes, direct, log, checkpoints, limits, objectCacheBytes, memory);
  }

  /** With another log. */
  public FileStoreConfig withLog(LogConfig sizes, Checkpoints often) {
    return new FileStoreConfig(
        logFolder, capacityBytes, direct, sizes, often, limits, objectCacheBytes, memory);
  }
}
