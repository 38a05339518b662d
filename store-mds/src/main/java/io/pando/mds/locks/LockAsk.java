package io.pando.mds.locks;

import io.pando.fs.Ino;
import io.pando.fs.lock.LockClaim;

/**
 * A request of a session for a lock, or for the release of a range.
 *
 * @param number of the request in its session
 * @param waits whether it waits until the lock is free
 */
record LockAsk(long session, long number, Ino ino, LockClaim claim, boolean waits) {
  LockOwner owner() {
    return new LockOwner(session, claim.family(), claim.owner());
  }

  LockPlace place() {
    return new LockPlace(ino, claim.family());
  }

  /** Whether it cannot be granted beside another one. */
  boolean conflictsWith(LockAsk other) {
    return claim.conflictsWith(other.claim) && !owner().equals(other.owner());
  }
}
