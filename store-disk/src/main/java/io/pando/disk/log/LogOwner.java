package io.pando.disk.log;

import io.pando.disk.StoreIdentity;

/**
 * Whose log it is, and what of it must be there.
 *
 * @param store whom it belongs to
 * @param checkpoint newest sequence number that the store has durably without the log; 0: none
 * @param segment a segment that was there when that was noted, so that no lower one is needed and
 *     it or a higher one must be there; 0: nothing was ever noted
 */
public record LogOwner(StoreIdentity store, long checkpoint, long segment) {
  public LogOwner {
    if (checkpoint < 0 || segment < 0) {
      throw new IllegalArgumentException("checkpoint " + checkpoint + ", segment " + segment);
    }
  }
}
