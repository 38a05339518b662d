package io.pando.disk.serve;

import io.pando.disk.metadata.MetadataException;
import io.pando.format.DamagedRecordException;
import io.pando.store.CommitOutcome;
import io.pando.store.Transaction;
import java.io.IOException;

/**
 * A store as used by one thread: it blocks, without queues or callbacks. Transactions are applied
 * one after another, and are visible at once. The three steps of a commit, in their order, make all
 * of them durable together. If a crash comes before the last step has ended, none of the
 * transactions applied since the last commit is left, or a prefix of them.
 *
 * <p>An exception breaks the store for good, unless it means that the medium is full: then {@link
 * #fit}, {@link #trim} and the steps of a commit can be repeated.
 */
public interface Volume extends AutoCloseable {
  /** The applied state. */
  ReadableStore contents();

  /** Whether there is space for a transaction, once all released space is free. */
  Fit fit(Transaction transaction) throws IOException, MetadataException;

  /** The refusal of a transaction that does not fit. */
  CommitOutcome noSpaceFor(Transaction transaction);

  /** Whether a commit would free space. */
  boolean hasReleased();

  /**
   * Applies all steps; the transaction must {@link #fit}, and it must be the last one that was
   * checked.
   */
  void apply(Transaction transaction) throws IOException, MetadataException, DamagedRecordException;

  /** First step of a commit: writes the applied data to the device. */
  void writeData() throws IOException, MetadataException;

  /** Second step: makes the data durable. */
  void flushData() throws IOException, MetadataException;

  /** Third step: makes everything applied durable. */
  void commitMetadata() throws IOException, MetadataException;

  /**
   * Tidies up; nothing is pending, and everything committed was reported. Slow work belongs here.
   */
  void trim() throws IOException, MetadataException;

  /** Drops everything applied since the last commit. */
  void abandon() throws IOException, MetadataException, DamagedRecordException;

  @Override
  void close() throws IOException;
}
