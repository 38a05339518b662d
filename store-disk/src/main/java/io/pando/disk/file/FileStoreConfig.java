package io.pando.disk.file;

import io.pando.disk.StoreMemory;
import io.pando.disk.log.LogConfig;
import io.pando.disk.serve.BatchLimits;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Layout and resources of a file store. Capacity and log folder are fixed at formatting; the other
 * settings apply while the store is open.
 *
 * @param capacityBytes capacity for data; 0 for nine tenths of the file system's free space
 * @param log place and sizes of the log
 * @param checkpoints limits after which files are flushed and the log is released
 * @param limits limits of one commit
 * @param memory memory for caches and write buffers
 */
public record FileStoreConfig(
    long capacityBytes,
    Log log,
    CheckpointLimits checkpoints,
    BatchLimits limits,
    StoreMemory memory) {
  private static final int MIB = 1 << 20;

  /** Defaults for a daemon with a heap of 512 MiB. */
  public static final FileStoreConfig DEFAULT =
      new FileStoreConfig(
          0,
          new Log(null, true, LogConfig.DEFAULT),
          new CheckpointLimits(64L * MIB, TimeUnit.SECONDS.toNanos(5)),
          new BatchLimits(512, 8 * MIB),
          StoreMemory.DEFAULT);

  /**
   * Place and sizes of the log.
   *
   * @param folder folder for the log, best on another device; null for the store's directory
   * @param direct whether the log bypasses the page cache where the file system allows it
   * @param sizes sizes of segments and batches
   */
  public record Log(@Nullable Path folder, boolean direct, LogConfig sizes) {}

  public FileStoreConfig {
    if (capacityBytes < 0) {
      throw new IllegalArgumentException("capacity " + capacityBytes + " bytes");
    }
  }
}
