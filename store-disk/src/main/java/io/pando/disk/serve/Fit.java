package io.pando.disk.serve;

/** Whether there is room for a transaction. */
public enum Fit {
  /** There is. */
  NOW,
  /** The medium is full, but may have room later. */
  LATER,
  /** It exceeds what the store may have. */
  NEVER
}
