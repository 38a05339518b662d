package io.pando.disk.raw;

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
 * @param device block device for the data, or a part of one; null for a file in the store's
 *     directory
 * @param capacityBytes capacity for data, at least a block; 0 for nine tenths of the file system's
 *     free space, or the whole device
 * @param direct whether to bypass the page cache where the file system allows it
 * @param io way in which batches of writes reach the device
 * @param batchOps maximum number of transactions in one commit, positive
 * @param batchBytes approximate data of one commit, held in the same amount of native memory; at
 *     least 64 KiB
 * @param objectCacheBytes approximate heap for objects' records
 * @param blockCacheBytes native memory for RocksDB's block cache
 * @param writeBufferBytes native memory for changes that RocksDB has not written to tables yet
 * @param log directory of the operation log, perhaps on another device, for a store that is opened
 *     for the first time; null for the store's directory. Later it must be the same, or null for
 *     wherever the log is
 * @param pipeline sizes of the log, and when the store applies the log's updates
 */
public record RawStoreConfig(
    @Nullable DevicePart device,
    long capacityBytes,
    boolean direct,
    DataIo io,
    int batchOps,
    int batchBytes,
    long objectCacheBytes,
    long blockCacheBytes,
    long writeBufferBytes,
    @Nullable Path log,
    PipelineConfig pipeline) {
  private static final int MIB = 1 << 20;

  /** Defaults for a log on the device of the data. */
  private static final PipelineConfig PIPELINE =
      new PipelineConfig(
          new LogConfig(16L * MIB, MIB),
          128L * MIB,
          4096,
          1024,
          MIB,
          50_000_000,
          32L * MIB,
          2048,
          48L * MIB);

  /** Defaults for a daemon with a heap of 512 MiB. */
  public static final RawStoreConfig DEFAULT =
      new RawStoreConfig(
          null, 0, true, DataIo.AUTO, 1024, 8 * MIB, 16 * MIB, 32 * MIB, 32 * MIB, null, PIPELINE);

  public RawStoreConfig {
    require(capacityBytes >= 0, "capacityBytes must not be negative", capacityBytes);
    require(batchOps > 0, "batchOps must be positive", batchOps);
    require(batchBytes >= 1 << 16, "batchBytes must be at least 65536", batchBytes);
    require(objectCacheBytes >= 0, "objectCacheBytes must not be negative", objectCacheBytes);
    require(blockCacheBytes >= MIB, "blockCacheBytes must be at least 1048576", blockCacheBytes);
    require(writeBufferBytes >= MIB, "writeBufferBytes must be at least 1048576", writeBufferBytes);
  }

  private static void require(boolean holds, String what, long value) {
    if (!holds) {
      throw new IllegalArgumentException(what + ": " + value);
    }
  }

  BatchLimits limits() {
    return new BatchLimits(batchOps, batchBytes);
  }

  /** The share of one of several stores. */
  RawStoreConfig part(long totalCapacityBytes, int stores) {
    return new RawStoreConfig(
        device,
        totalCapacityBytes / stores,
        direct,
        io,
        batchOps,
        Math.min(batchBytes, Math.max(MIB, batchBytes / stores)),
        objectCacheBytes / stores,
        Math.max(4 * MIB, blockCacheBytes / stores),
        Math.max(4 * MIB, writeBufferBytes / stores),
        log,
        pipeline.part(stores));
  }

  public RawStoreConfig withCapacityBytes(long bytes) {
    return new RawStoreConfig(
        device,
        bytes,
        direct,
        io,
        batchOps,
        batchBytes,
        objectCacheBytes,
        blockCacheBytes,
        writeBufferBytes,
        log,
        pipeline);
  }

  /** The same with the data on a device, or a part of one. */
  public RawStoreConfig withDevice(@Nullable DevicePart part) {
    return new RawStoreConfig(
        part,
        capacityBytes,
        direct,
        io,
        batchOps,
        batchBytes,
        objectCacheBytes,
        blockCacheBytes,
        writeBufferBytes,
        log,
        pipeline);
  }

  /** The same with or without direct I/O. */
  public RawStoreConfig withDirect(boolean wanted) {
    return new RawStoreConfig(
        device,
        capacityBytes,
        wanted,
        io,
        batchOps,
        batchBytes,
        objectCacheBytes,
        blockCacheBytes,
        writeBufferBytes,
        log,
        pipeline);
  }

  /** The same with another way of writing the data. */
  public RawStoreConfig withIo(DataIo wanted) {
    return new RawStoreConfig(
        device,
        capacityBytes,
        direct,
        wanted,
        batchOps,
        batchBytes,
        objectCacheBytes,
        blockCacheBytes,
        writeBufferBytes,
        log,
        pipeline);
  }

  /** The same with the log in another directory; null for the store's. */
  public RawStoreConfig withLog(@Nullable Path directory) {
    return new RawStoreConfig(
        device,
        capacityBytes,
        direct,
        io,
        batchOps,
        batchBytes,
        objectCacheBytes,
        blockCacheBytes,
        writeBufferBytes,
        directory,
        pipeline);
  }

  /** The same with other pipeline settings. */
  public RawStoreConfig withPipeline(PipelineConfig other) {
    return new RawStoreConfig(
        device,
        capacityBytes,
        direct,
        io,
        batchOps,
        batchBytes,
        objectCacheBytes,
        blockCacheBytes,
        writeBufferBytes,
        log,
        other);
  }

  /** The same with other memory sizes. */
  public RawStoreConfig withMemory(long objectCache, long blockCache, long writeBuffer) {
    return new RawStoreConfig(
        device,
        capacityBytes,
        direct,
        io,
        batchOps,
        batchBytes,
        objectCache,
        blockCache,
        writeBuffer,
        log,
        pipeline);
  }
}
