package io.pando.fs.lock;

import io.pando.fs.Ino;

/** A lock that an owner of a client has, as the client tells the successor of a server. */
public record HeldLock(Ino ino, LockClaim claim) {
  public HeldLock {
    if (claim.mode() == LockMode.NONE) {
      throw new IllegalArgumentException("no lock is not held: " + claim);
    }
  }
}
