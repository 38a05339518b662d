package io.pando.disk.raw.pipeline;

import io.pando.disk.account.Account;
import io.pando.disk.log.LogDamagedException;
import io.pando.disk.log.LogOwner;
import io.pando.disk.log.OperationLog;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.raw.pipeline.apply.StoreWorker;
import io.pando.disk.raw.pipeline.log.LogWorker;
import io.pando.disk.raw.pipeline.log.Replay;
import io.pando.disk.raw.pipeline.worker.PipelineConfig;
import io.pando.disk.raw.pipeline.worker.StoreResources;
import io.pando.disk.raw.volume.RawVolume;
import io.pando.disk.serve.Answers;
import io.pando.disk.serve.BatchLimits;
import io.pando.format.DamagedRecordException;
import io.pando.port.EventLoop;
import io.pando.random.Random64;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The parts of an open store. The owner of a pipeline takes the steps of both workers
 * independently, whenever a callback reports work.
 */
public final class Pipeline {
  private final StoreResources resources;
  private final PipelineConfig config;
  private final RawVolume volume;
  private final LogWorker log;
  private final StoreWorker store;
  private final Answers answers;

  private Pipeline(
      StoreResources resources,
      PipelineConfig config,
      RawVolume volume,
      LogWorker log,
      StoreWorker store,
      Answers answers) {
    this.resources = resources;
    this.config = config;
    this.volume = volume;
    this.log = log;
    this.store = store;
    this.answers = answers;
  }

  /**
   * Opens a store; records that the log has and the metadata lack are applied first.
   *
   * @param objectCacheBytes approximate heap for objects' records
   * @param random source of the log's salts
   */
  public static Pipeline open(
      StoreResources resources,
      PipelineConfig config,
      BatchLimits limits,
      long objectCacheBytes,
      EventLoop owner,
      Random64 random)
      throws IOException, MetadataException, DamagedRecordException, LogDamagedException {
    LogOwner logOwner = resources.logOwner();
    RawVolume volume = volume(resources, limits, objectCacheBytes);
    OperationLog log = Replay.run(volume, resources, config.log(), logOwner, random);
    resources.metering().account().trait("data_io", resources.devices().device().accessMode());
    resources.metering().account().trait("log_io", log.accessMode());
    Answers answers = new Answers(owner, resources.name());
    StoreWorker store = new StoreWorker(volume, config, limits, resources, answers);
    LogWorker logWorker = new LogWorker(config, log, resources, store, answers);
    return new Pipeline(resources, config, volume, logWorker, store, answers);
  }

  private static RawVolume volume(
      StoreResources resources, BatchLimits limits, long objectCacheBytes)
      throws IOException, MetadataException, DamagedRecordException {
    return RawVolume.open(
        resources.devices().metadata(),
        resources.devices().device(),
        limits.bytes(),
        objectCacheBytes,
        resources.codecs());
  }

  /** Applies the log's records to the metadata, and closes the log; the rest stays open. */
  public static void takeLog(
      StoreResources resources, PipelineConfig config, BatchLimits limits, long objectCacheBytes)
      throws IOException, MetadataException, DamagedRecordException, LogDamagedException {
    LogOwner owner = resources.logOwner();
    AtomicLong records = new AtomicLong();
    OperationLog.read(
        resources.devices().log(), config.log(), owner, (_, _) -> records.incrementAndGet());
    if (records.get() == 0) {
      return;
    }
    RawVolume volume = volume(resources, limits, objectCacheBytes);
    Replay.run(volume, resources, config.log(), owner, new Random64(owner.checkpoint())).close();
  }

  /**
   * Connects the last parts; before anything is submitted.
   *
   * @param top entry point of the calls
   * @param forLog called when the log's worker has something to do
   * @param forStore called when the store's worker has something to do
   */
  public void attach(TopHalf top, Runnable forLog, Runnable forStore) {
    store.onGrants(top::onGrant, top::onUrgentGrant, top::onAnnounced);
    log.onWork(forLog);
    store.onWork(forStore, log::wake, log::breakDown);
    forStore.run();
    log.begin();
  }

  PipelineConfig config() {
    return config;
  }

  Answers answers() {
    return answers;
  }

  Account account() {
    return resources.metering().account();
  }

  LongSupplier nanoTime() {
    return resources.metering().nanoTime();
  }

  /** Alignment of the log's batches in bytes. */
  public int logUnitBytes() {
    return log.unitBytes();
  }

  public LogWorker log() {
    return log;
  }

  public StoreWorker store() {
    return store;
  }

  /** For inspection that bypasses the queues, while no step is taken. */
  public RawVolume volume() {
    return volume;
  }

  /** Ends the calls: submitted transactions become durable, then the workers end. */
  public void stop() {
    store.stop();
    log.stop();
  }

  /** Closes everything; the workers must have ended, or must not take further steps. */
  public void close() throws IOException {
    log.close();
    volume.close();
  }
}
