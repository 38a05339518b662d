package io.pando.fs.lock;

/** What a lock keeps out. */
public enum LockMode {
  /** No lock: what the owner has of the range is released. */
  NONE,
  /** Others may have shared locks. */
  SHARED,
  /** Others have no locks. */
  EXCLUSIVE;

  /** Whether two owners may not have these on one byte. */
  public boolean conflictsWith(LockMode other) {
    return this != NONE && other != NONE && (this == EXCLUSIVE || other == EXCLUSIVE);
  }
}
