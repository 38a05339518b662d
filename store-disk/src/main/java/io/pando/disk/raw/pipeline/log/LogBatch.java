package io.pando.disk.raw.pipeline.log;

import io.pando.disk.log.OperationLog;
import io.pando.disk.raw.format.RawTransaction;
import io.pando.disk.raw.pipeline.apply.StoreItem;
import io.pando.disk.raw.volume.GrantedExtent;
import io.pando.store.CommitOutcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Updates that become durable in the log together. A batch lives from its first update until all
 * outcomes are known.
 *
 * <p>Invariant: only updates of the batch are refused or appended.
 */
final class LogBatch {
  private final List<LogItem.PlacedTransaction> updates = new ArrayList<>();

  /** Indexes of updates that are refused because the device had no space for their data. */
  private final BitSet refused = new BitSet();

  private long recordBytes;

  /** Number of updates that were appended to the log, or refused. */
  private int appended;

  private boolean appending;

  boolean isEmpty() {
    return updates.isEmpty();
  }

  int size() {
    return updates.size();
  }

  /** Size of all records, with their lengths. */
  long recordBytes() {
    return recordBytes;
  }

  void add(LogItem.PlacedTransaction update) {
    updates.add(update);
    recordBytes += update.record().size() + Integer.BYTES;
  }

  /** Passes the data of updates that are not refused to a writer; returns their size. */
  long addData(DataWriter data) {
    long bytes = 0;
    for (int i = 0; i < updates.size(); i++) {
      if (!refused.get(i)) {
        data.add(updates.get(i).data());
        bytes += updates.get(i).dataBytes();
      }
    }
    return bytes;
  }

  /** Refuses the updates that are not binding; returns whether these are all. */
  boolean refuseUnlessBinding() {
    for (int i = 0; i < updates.size(); i++) {
      refused.set(i, !updates.get(i).binding());
    }
    return refused.cardinality() == updates.size();
  }

  /**
   * Appends the updates that are not refused to the log, and flushes it. If the flush fails for
   * lack of space, this can be repeated.
   */
  void append(OperationLog log) throws IOException {
    while (appended < updates.size()) {
      if (!refused.get(appended)) {
        appending = true;
        LogRecords.append(log, updates.get(appended).record());
        appending = false;
      }
      appended++;
    }
    log.flush();
  }

  /** Whether an append was interrupted by a failure: the log may contain a part of an update. */
  boolean isAppending() {
    return appending;
  }

  /** Records the outcomes of a flushed batch; returns the durable updates for the store. */
  StoreItem.Batch end(CommitOutcomes outcomes, StoreItem.LogExtent extent) {
    List<RawTransaction> durable = new ArrayList<>(updates.size());
    List<GrantedExtent> unused = new ArrayList<>();
    long weight = 0;
    for (int i = 0; i < updates.size(); i++) {
      LogItem.PlacedTransaction update = updates.get(i);
      if (refused.get(i)) {
        outcomes.refuse(update, noSpaceFor(update));
        continue;
      }
      durable.add(update.update());
      weight += update.weightBytes();
      unused.addAll(update.unused());
      outcomes.commit(update);
    }
    return new StoreItem.Batch(
        durable, updates.getLast().caller().ticket(), extent, weight, unused);
  }

  /** Refuses all updates. */
  void refuse(CommitOutcomes outcomes) {
    for (LogItem.PlacedTransaction update : updates) {
      outcomes.refuse(update, noSpaceFor(update));
    }
  }

  /** Reports that it is unknown which updates are durable. */
  void abandon(CommitOutcomes outcomes, String why) {
    for (LogItem.PlacedTransaction update : updates) {
      outcomes.abandon(update, why);
    }
  }

  private static CommitOutcome.NoSpace noSpaceFor(LogItem.PlacedTransaction update) {
    return new CommitOutcome.NoSpace(update.dataBytes(), 0);
  }

  boolean isSound() {
    return appended <= updates.size() && refused.length() <= updates.size();
  }

  @Override
  public String toString() {
    return "%d updates are taken, %d are in the log, refused are %s"
        .formatted(updates.size(), appended, refused);
  }
}
