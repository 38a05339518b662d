package io.pando.disk.file;

import io.pando.disk.StoreMemory;
import io.pando.disk.log.LogConfig;
import io.pando.disk.serve.BatchLimits;
import java.util.concurrent.TimeUnit;

/**
 * Layout and resources of a file store. Capacity is fixed at formatting; the other settings apply
 * while the store is open.
 *
 * @param capacityBytes capacity for data; 0 for nine tenths of the file system's free space
 * @param log sizes of the log, and how it is written
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
          new Log(true, LogConfig.DEFAULT),
          new CheckpointLimits(64L * MIB, TimeUnit.SECONDS.toNanos(5)),
          new BatchLimits(512, 8 * MIB),
          StoreMemory.DEFAULT);

  /**
   * Sizes of the log, and how it is written.
   *
   * @param direct whether the log bypasses the page cache where the file system allows it
   * @param sizes sizes of segments and batches
   */
  public record Log(boolean direct, LogConfig sizes) {}

  public FileStoreConfig {
    if (capacityBytes < 0) {
      throw new IllegalArgumentException("capacity " + capacityBytes + " bytes");
    }
  }
}
