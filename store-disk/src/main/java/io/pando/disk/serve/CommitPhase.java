package io.pando.disk.serve;

/** Phases of a store's work. */
public enum CommitPhase {
  /** Takes requests: applies transactions and answers queries. */
  SERVE,
  /** Writes the batch's data. */
  WRITE_DATA,
  /** Makes the data durable. */
  FLUSH_DATA,
  /** Makes the batch's metadata durable, and with them the batch. */
  COMMIT_METADATA
}
