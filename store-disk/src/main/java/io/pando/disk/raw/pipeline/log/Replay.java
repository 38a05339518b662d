package io.pando.disk.raw.pipeline.log;

import io.pando.bytes.Payload;
import io.pando.disk.StoreSpace;
import io.pando.disk.device.DeviceFullException;
import io.pando.disk.log.LogConfig;
import io.pando.disk.log.LogDamagedException;
import io.pando.disk.log.LogMedium;
import io.pando.disk.log.LogOwner;
import io.pando.disk.log.OperationLog;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.raw.format.RawRecords;
import io.pando.disk.raw.format.RawStep;
import io.pando.disk.raw.format.RawTransaction;
import io.pando.disk.raw.pipeline.worker.StoreResources;
import io.pando.disk.raw.volume.RawVolume;
import io.pando.format.DamagedRecordException;
import io.pando.probe.Limit;
import io.pando.probe.Probe;
import io.pando.proto.FormatException;
import io.pando.random.Random64;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens a store: the volume has the state that its metadata held durably, and the log has the later
 * updates. First, all places named in the log are collected, so that nothing else is written there.
 * Then its updates are applied.
 */
public final class Replay {
  private static final Logger LOG = LoggerFactory.getLogger(Replay.class);
  private static final Limit BATCH_UPDATES = Limit.of("replay: updates in one batch", 1, 1024);

  private final RawVolume volume;
  private final String name;
  private final LogRecords claimed = new LogRecords();
  private final LogRecords read = new LogRecords();
  private long applied;
  private long segment;
  private int unsettled;

  private Replay(RawVolume volume, LogOwner owner, String name) {
    this.volume = volume;
    this.applied = owner.checkpoint();
    this.segment = owner.segment();
    this.name = name;
  }

  /** Opens the log and applies its updates to the volume. */
  public static OperationLog run(
      RawVolume volume, StoreResources resources, LogConfig config, LogOwner owner, Random64 random)
      throws IOException, MetadataException, DamagedRecordException, LogDamagedException {
    LogMedium medium = resources.devices().log();
    Replay replay = new Replay(volume, owner, medium.describe());
    OperationLog.read(medium, config, owner, replay::claim);
    OperationLog log =
        OperationLog.open(
            medium, config, owner, random, resources.metering().account(), replay::apply);
    boolean complete = false;
    try {
      // Before anything is acknowledged, the metadata must durably know that a log exists. If the
      // log were lost before that, the store would look like a new one.
      // The beginning of an interrupted update is not needed either.
      replay.applied = log.next() - 1;
      if (replay.applied > owner.checkpoint() || owner.segment() == 0) {
        replay.segment = log.segment();
        if (replay.settleIfSpace(owner.segment() == 0)) {
          log.release(replay.applied);
        }
      }
      volume.learnBare();
      complete = true;
      return log;
    } finally {
      if (!complete) {
        log.close();
      }
    }
  }

  private void claim(long sequence, ByteBuffer body) throws LogDamagedException {
    RawTransaction update = decode(sequence, claimed.take(body));
    for (RawStep step : update == null ? List.<RawStep>of() : update.steps()) {
      try {
        volume.claim(step);
      } catch (DamagedRecordException e) {
        throw damaged(sequence, e);
      }
    }
  }

  private void apply(long sequence, ByteBuffer body) throws IOException, LogDamagedException {
    RawTransaction update = decode(sequence, read.take(body));
    if (update == null) {
      return;
    }
    try {
      reserve(blocksNeeded(update));
      volume.apply(update);
      applied = sequence;
      unsettled++;
      if (unsettled == BATCH_UPDATES.value()) {
        commit();
      }
    } catch (MetadataException e) {
      if (e.isNoSpace()) {
        throw new DeviceFullException(name + ": " + e.getMessage());
      }
      throw damaged(sequence, e);
    } catch (DamagedRecordException e) {
      throw damaged(sequence, e);
    }
  }

  private void reserve(long blocks) throws IOException, MetadataException {
    if (!volume.reserve(blocks)) {
      settle();
      if (!volume.reservePromised(blocks)) {
        throw new DeviceFullException(name + ": no space for " + blocks + " blocks of its records");
      }
    }
  }

  private static long blocksNeeded(RawTransaction update) {
    List<StoreOp> ops = new ArrayList<>();
    for (RawStep step : update.steps()) {
      if (step instanceof RawStep.Take take) {
        ops.add(take.op());
      }
    }
    return ops.isEmpty() ? 0 : StoreSpace.blocksNeeded(new Transaction(ops));
  }

  private void commit() throws IOException, MetadataException {
    volume.writeData();
    volume.flushData();
    volume.commit(applied, segment);
    Probe.reached("replay: a batch of the log is committed");
    unsettled = 0;
  }

  /**
   * Settles, unless there is no space: then the log keeps its records, and the store tries again.
   *
   * @param must whether the store cannot be opened without it
   */
  private boolean settleIfSpace(boolean must) throws IOException, MetadataException {
    try {
      settle();
      return true;
    } catch (MetadataException e) {
      if (must || !e.isNoSpace()) {
        throw e;
      }
      Probe.reached("replay: opened without a checkpoint");
      LOG.warn("{}: opened although nothing can be made durable: {}", name, e.getMessage());
      return false;
    }
  }

  /** Makes all applied updates durable. */
  private void settle() throws IOException, MetadataException {
    commit();
    volume.persist(true);
    volume.recycle(applied);
  }

  /** Decodes an update; null for a record that ends no update. */
  private @Nullable RawTransaction decode(long sequence, @Nullable Payload update)
      throws LogDamagedException {
    try {
      return update == null ? null : RawRecords.UPDATE.decode(update);
    } catch (FormatException e) {
      throw damaged(sequence, e);
    }
  }

  private LogDamagedException damaged(long sequence, Exception cause) {
    return new LogDamagedException(
        String.format(
            "%s: record %s cannot be applied (%s). Remove the store, format it again and let"
                + " the cluster backfill it",
            name, sequence, cause.getMessage()),
        cause);
  }
}
