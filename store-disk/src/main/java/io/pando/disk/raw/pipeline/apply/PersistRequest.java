package io.pando.disk.raw.pipeline.apply;

/**
 * Whether the log wants applied updates to become durable, so that it can release their records.
 */
enum PersistRequest {
  NONE,
  /** At the next opportunity. */
  SOON,
  /** The log waits for it, and must be told about a failure. */
  NOW
}
