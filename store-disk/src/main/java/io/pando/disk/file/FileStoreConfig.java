package io.pando.disk.file;

import io.pando.disk.catalog.CatalogDirectory;
import io.pando.disk.log.LogConfig;
import io.pando.disk.serve.BatchLimits;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Layout and resources of a file store. Capacity and log folder are fixed at formatting; the other
 * settings apply while the store is open.
 *
 * @param logFolder folder for the log, best on another device; null for the store's directory
 * @param capacityBytes capacity for data; 0 for nine tenths of the file system's free space
 * @param direct whether the log bypasses the page cache where the file system allows it
 * @param log sizes of the log
 * @param checkpoints limits after which files are flushed and the log is released
 * @param limits limits of one commit
 * @param objectCacheBytes approximate heap for objects' records
 * @param memory memory for RocksDB
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

  /** Defaults for a daemon with a heap of 512 MiB. */
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

  /** The same with another capacity. */
  public FileStoreConfig withCapacityBytes(long bytes) {
    return new FileStoreConfig(
        logFolder, bytes, direct, log, checkpoints, limits, objectCacheBytes, memory);
  }

  /** The same with the log in a folder of its own. */
  public FileStoreConfig withLogFolder(Path folder) {
    return new FileStoreConfig(
        folder, capacityBytes, direct, log, checkpoints, limits, objectCacheBytes, memory);
  }

  /** The same with another log. */
  public FileStoreConfig withLog(LogConfig sizes, Checkpoints often) {
    return new FileStoreConfig(
        logFolder, capacityBytes, direct, sizes, often, limits, objectCacheBytes, memory);
  }
}
