package io.pando.disk.raw;

import io.pando.disk.device.DataIo;
import io.pando.disk.log.LogConfig;
import io.pando.disk.raw.pipeline.PipelineConfig;
import io.pando.disk.serve.BatchLimits;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How a raw store is laid out and what it may use. Capacity and device matter when it is formatted
 * and are remembered; the rest holds as long as it is open.
 *
 * @param device block device for the data, all of it or a part; null: a file in the store's
 *     directory
 * @param capacityBytes room for data, at least a block; 0: nine tenths of what is free in the file
 *     system, or the whole device
 * @param direct whether to go past the page cache where the file system allows it
 * @param io how batches of writes reach the data
 * @param batchOps most transactions that share one commit, positive
 * @param batchBytes data of one commit, about; the same amount of native memory holds it; at least
 *     64 KiB
 * @param objectCacheBytes heap for objects' records, about
 * @param blockCacheBytes native memory for RocksDB's blocks
 * @param writeBufferBytes native memory for what RocksDB has not written to its tables yet
 * @param log directory of the operation log, perhaps on another device, for a store that is opened
 *     for the first time; later it must be that or null, for wherever the log is. Null at first: in
 *     the store's directory
 * @param pipeline sizes of the log, and when the store takes what is in it
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

  /** For a log on the device of the data. */
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

  /** What suits a daemon with a heap of 512 MiB. */
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

  /** With the data on a device, or a part of one. */
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

  /** With or without direct I/O. */
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

  /** With another way of reaching the data. */
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

  /** With the log in a directory of its own; null: in the store's. */
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

  /** With other sizes of the log. */
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

  /** With memory for objects' records, RocksDB's blocks and what it has not written yet. */
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
