package io.pando.disk.log;

import io.pando.disk.StoreIdentity;

/**
 * Owner of a log, and the part of the log that must exist.
 *
 * @param store identity of the owning store
 * @param checkpoint newest sequence number that the store holds durably without the log; 0 for none
 * @param segment a segment that existed at that checkpoint: no lower one is needed, and it or a
 *     higher one must exist; 0 if there was no checkpoint
 */
public record LogOwner(StoreIdentity store, long checkpoint, long segment) {
  public LogOwner {
    if (checkpoint < 0 || segment < 0) {
      throw new IllegalArgumentException("checkpoint " + checkpoint + ", segment " + segment);
    }
  }
}
