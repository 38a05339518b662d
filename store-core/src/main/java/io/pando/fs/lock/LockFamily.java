package io.pando.fs.lock;

/** Locks of one family do not see those of another. */
public enum LockFamily {
  /** Of {@code flock(2)}: belongs to an open file, and covers all of it. */
  FLOCK,
  /** Of {@code fcntl(2)}: covers a range; belongs to a process, or to an open file. */
  RECORD,
  /**
   * Of one read or write of a file that other clients write: covers its bytes until it has ended.
   * Clients take these by themselves; programs do not see them. An owner asks for one lock, and
   * releases it, so that no owner waits while it has a lock.
   */
  TRANSFER
}
