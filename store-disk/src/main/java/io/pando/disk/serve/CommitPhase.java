package io.pando.disk.serve;

/** What a store does next. */
public enum CommitPhase {
  /** It takes requests: applies transactions and answers questions. */
  SERVE,
  /** It writes the batch's data. */
  WRITE_DATA,
  /** It makes them durable. */
  FLUSH_DATA,
  /** It makes the batch's metadata durable, and with that the batch. */
  COMMIT_METADATA
}
