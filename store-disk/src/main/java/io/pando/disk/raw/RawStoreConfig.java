package io.pando.disk.raw;

import io.pando.disk.StoreMemory;
import io.pando.disk.device.DataIo;
import io.pando.disk.log.LogConfig;
import io.pando.disk.raw.pipeline.worker.PipelineConfig;
import io.pando.disk.serve.BatchLimits;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Layout and resources of a raw store. Capacity and device are fixed at formatting; the other
 * settings apply while the store is open.
 *
 * @param data place and size of the data
 * @param limits limits of one commit, at least 64 KiB; native memory of this size is held
 * @param memory memory for caches and write buffers
 * @param log directory of the operation log, perhaps on another device, for a store that is opened
 *     for the first time; null for the store's directory. Later it must be the same, or null for
 *     wherever the log is
 * @param pipeline sizes of the log, and when the store applies the log's updates
 */
public record RawStoreConfig(
    Data data,
    BatchLimits limits,
    StoreMemory memory,
    @Nullable Path log,
    PipelineConfig pipeline) {
  private static final int MIB = 1 << 20;

  /** Defaults for a log on the device of the data. */
  private static final PipelineConfig PIPELINE =
      new PipelineConfig(
          new LogConfig(16L * MIB, MIB),
          128L * MIB,
          4096,
          new PipelineConfig.ApplyLimits(1024, MIB, 50_000_000, 32L * MIB),
          2048,
          48L * MIB);

  /** Defaults for a daemon with a heap of 512 MiB. */
  public static final RawStoreConfig DEFAULT =
      new RawStoreConfig(
          new Data(null, 0, true, DataIo.AUTO),
          new BatchLimits(1024, 8 * MIB),
          StoreMemory.DEFAULT,
          null,
          PIPELINE);

  public RawStoreConfig {
    if (limits.bytes() < 1 << 16) {
      throw new IllegalArgumentException("limits must be at least 65536 bytes: " + limits);
    }
  }

  /**
   * Place and size of a store's data.
   *
   * @param device block device for the data, or a part of one; null for a file in the store's
   *     directory
   * @param capacityBytes capacity for data, at least a block; 0 for nine tenths of the file
   *     system's free space, or the whole device
   * @param direct whether to bypass the page cache where the file system allows it
   * @param io way in which batches of writes reach the device
   */
  public record Data(@Nullable DevicePart device, long capacityBytes, boolean direct, DataIo io) {
    public Data {
      if (capacityBytes < 0) {
        throw new IllegalArgumentException("capacityBytes must not be negative: " + capacityBytes);
      }
    }
  }

  /** The share of one of several stores. */
  RawStoreConfig part(long totalCapacityBytes, int stores) {
    int bytes = Math.min(limits.bytes(), Math.max(MIB, limits.bytes() / stores));
    return new RawStoreConfig(
            data,
            new BatchLimits(limits.ops(), bytes),
            memory.part(stores),
            log,
            pipeline.part(stores))
        .withCapacityBytes(totalCapacityBytes / stores);
  }

  private RawStoreConfig withData(Data other) {
    return new RawStoreConfig(other, limits, memory, log, pipeline);
  }

  public RawStoreConfig withCapacityBytes(long bytes) {
    return withData(new Data(data.device(), bytes, data.direct(), data.io()));
  }

  /** The same with the data on a device, or a part of one. */
  public RawStoreConfig withDevice(@Nullable DevicePart part) {
    return withData(new Data(part, data.capacityBytes(), data.direct(), data.io()));
  }

  /** The same with or without direct I/O. */
  public RawStoreConfig withDirect(boolean wanted) {
    return withData(new Data(data.device(), data.capacityBytes(), wanted, data.io()));
  }

  /** The same with another way of writing the data. */
  public RawStoreConfig withIo(DataIo wanted) {
    return withData(new Data(data.device(), data.capacityBytes(), data.direct(), wanted));
  }

  /** The same with the log in another directory; null for the store's. */
  public RawStoreConfig withLog(@Nullable Path directory) {
    return new RawStoreConfig(data, limits, memory, directory, pipeline);
  }

  /** The same with other pipeline settings. */
  public RawStoreConfig withPipeline(PipelineConfig other) {
    return new RawStoreConfig(data, limits, memory, log, other);
  }

  /** The same with other memory sizes. */
  public RawStoreConfig withMemory(StoreMemory other) {
    return new RawStoreConfig(data, limits, other, log, pipeline);
  }
}
