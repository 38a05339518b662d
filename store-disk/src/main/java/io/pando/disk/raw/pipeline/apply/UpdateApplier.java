package io.pando.disk.raw.pipeline.apply;

import io.pando.check.Invariant;
import io.pando.disk.account.Account;
import io.pando.disk.metadata.Mark;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.raw.format.RawTransaction;
import io.pando.disk.raw.pipeline.worker.StoreResources;
import io.pando.disk.raw.volume.RawVolume;
import io.pando.format.DamagedRecordException;
import java.io.IOException;
import java.util.function.LongSupplier;

/**
 * Applies batches of updates to the volume, and commits them.
 *
 * <p>Invariant: batches follow one another in log order, each with at least one record for every
 * update.
 */
final class UpdateApplier {
  private final RawVolume volume;
  private final Account account;
  private final LongSupplier nanoTime;
  private final String name;
  private long sequence;
  private long segment;
  private long ticket;

  /** Whether updates were applied that are not committed. */
  private boolean dirty;

  private boolean applying;

  UpdateApplier(RawVolume volume, StoreResources resources) throws MetadataException {
    Mark committed = resources.devices().metadata().committed();
    this.volume = volume;
    this.account = resources.metering().account();
    this.nanoTime = resources.metering().nanoTime();
    this.name = resources.name();
    this.sequence = committed.sequence();
    this.segment = committed.segment();
    // Replay may have had no space to commit its last batch.
    this.dirty = resources.devices().metadata().hasChanges();
  }

  /** Sequence number of the newest applied log record. */
  long sequence() {
    return sequence;
  }

  /** Ticket of the last applied transaction. */
  long ticket() {
    return ticket;
  }

  /** Whether updates were applied that are not committed. */
  boolean isDirty() {
    return dirty;
  }

  /** Whether applying was interrupted by a failure, so that it cannot be repeated. */
  boolean isApplying() {
    return applying;
  }

  void apply(StoreItem.Batch batch) throws IOException, MetadataException, DamagedRecordException {
    StoreItem.LogExtent extent = batch.extent();
    Invariant.check(
        batch.ticket() > ticket && extent.sequence() - sequence >= batch.updates().size(),
        () ->
            "%s: %d updates up to record %d and transaction %d follow record %d and transaction %d"
                .formatted(
                    name,
                    batch.updates().size(),
                    extent.sequence(),
                    batch.ticket(),
                    sequence,
                    ticket));
    dirty = true;
    applying = true;
    long began = nanoTime.getAsLong();
    for (RawTransaction update : batch.updates()) {
      volume.apply(update);
    }
    batch.unused().forEach(volume::giveBack);
    account.took(Account.Stage.APPLY, nanoTime.getAsLong() - began);
    sequence = extent.sequence();
    segment = extent.segment();
    ticket = batch.ticket();
    applying = false;
  }

  /** Commits everything applied, after its data were flushed. */
  void commit() throws IOException, MetadataException {
    long began = nanoTime.getAsLong();
    volume.commit(sequence, segment);
    account.took(Account.Stage.METADATA, nanoTime.getAsLong() - began);
    dirty = false;
  }

  void checkCommitted() {
    Invariant.check(!dirty, "a batch is under way");
  }

  /** Gives up what is not committed. */
  void drop() {
    dirty = false;
    applying = false;
  }
}
