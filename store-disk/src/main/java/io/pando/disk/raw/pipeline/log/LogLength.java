package io.pando.disk.raw.pipeline.log;

import io.pando.check.Invariant;
import io.pando.disk.log.OperationLog;
import io.pando.disk.raw.pipeline.apply.StoreWorker;
import io.pando.disk.raw.pipeline.worker.PipelineConfig;
import io.pando.probe.Probe;
import java.io.IOException;

/**
 * Keeps the log short: releases what the store holds durably, requests checkpoints, and decides
 * when the log must wait for one.
 *
 * <p>Invariant: the log has released only what the store holds durably, and the store contains
 * nothing that was not in the log.
 */
final class LogLength {
  private final PipelineConfig config;
  private final OperationLog log;
  private final StoreWorker store;
  private long released;

  /** Whether the next update waits for space in the log. */
  private boolean spaceWanted;

  LogLength(PipelineConfig config, OperationLog log, StoreWorker store) {
    this.config = config;
    this.log = log;
    this.store = store;
  }

  /** Whether nothing may be taken until the store has made progress. */
  boolean needsStore() {
    boolean full = spaceWanted || log.bytes() > config.maxLogBytes();
    Probe.reachedIf(full, "raw: the log is full and waits for the store");
    return (full && store.checkpoint() == released)
        || store.pendingBytes() > config.apply().maxPendingBytes();
  }

  /** Releases the log up to what the store holds durably. */
  void release() throws IOException {
    long checkpoint = store.checkpoint();
    if (checkpoint > released) {
      log.release(checkpoint);
      released = checkpoint;
    }
  }

  void setSpaceWanted(boolean wanted) {
    spaceWanted = wanted;
  }

  /** Whether the log has records that a checkpoint can release. */
  boolean canBeShortened() {
    return released < log.next() - 1;
  }

  /** Requests a checkpoint if the log is long, or a segment was begun and none can follow it. */
  void onFlushed(boolean segmentBegun) {
    if ((segmentBegun && log.lacksSpace()) || log.bytes() > config.maxLogBytes() / 2) {
      Probe.reached("raw: the log grows long");
      store.persistSoon();
    }
  }

  /**
   * Requests a checkpoint if the log is too long when the store is opened: updates may wait for it,
   * and then no batch requests one.
   */
  void begin() {
    if (log.bytes() > config.maxLogBytes()) {
      Probe.reached("raw: the log is too long when the store is opened");
      store.persistSoon();
    }
  }

  void invariants(String name) {
    Invariant.check(
        released <= store.checkpoint() && store.checkpoint() < log.next(),
        () ->
            "%s: the log ends at record %d and is released up to %d, the store is durable up to %d"
                .formatted(name, log.next() - 1, released, store.checkpoint()));
  }
}
