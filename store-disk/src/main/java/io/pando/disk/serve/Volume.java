package io.pando.disk.serve;

import io.pando.disk.metadata.MetadataException;
import io.pando.format.DamagedRecordException;
import io.pando.store.CommitOutcome;
import io.pando.store.Transaction;
import java.io.IOException;

/**
 * A store as one thread sees it: no queue, no call-backs, it simply blocks. Transactions are
 * applied one after another and seen at once; the three steps of a commit, in their order, make all
 * of them durable together. A crash before the last step has ended leaves what was applied since
 * the last commit undone, or, from its first transaction on, a part of it done.
 *
 * <p>What a method throws breaks the store for good, unless it says that the medium is full: then
 * {@link #fit}, {@link #trim} and the steps of a commit can be taken again.
 */
public interface Volume extends Stored, AutoCloseable {
  /** Whether there is room for a transaction, once what was released is free. */
  Fit fit(Transaction transaction) throws IOException, MetadataException;

  /** The refusal of a transaction that there is no room for. */
  CommitOutcome noSpaceFor(Transaction transaction);

  /** Whether a commit would make room. */
  boolean hasReleased();

  /** Takes all steps; it must {@link #fit}, and that was asked for it last. */
  void apply(Transaction transaction) throws IOException, MetadataException, DamagedRecordException;

  /** First step of a commit: what was applied is on its way to the device. */
  void writeData() throws IOException, MetadataException;

  /** Second step: the data are durable. */
  void flushData() throws IOException, MetadataException;

  /** Third step: everything applied is durable. */
  void commitMetadata() throws IOException, MetadataException;

  /**
   * Tidies up; nothing is pending, and all that was committed is reported, so what takes long has
   * its place here.
   */
  void trim() throws IOException, MetadataException;

  /** Gives up everything applied since the last commit. */
  void abandon() throws IOException, MetadataException, DamagedRecordException;

  @Override
  void close() throws IOException;
}
