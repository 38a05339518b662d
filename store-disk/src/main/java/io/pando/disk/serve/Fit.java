package io.pando.disk.serve;

/** Whether there is space for a transaction. */
public enum Fit {
  /** There is space. */
  NOW,
  /** The medium is full, but may have space later. */
  LATER,
  /** The transaction exceeds the store's capacity. */
  NEVER
}
