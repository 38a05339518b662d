package io.pando.fs.lock;

/** Locks of one family do not see those of the other, as on Linux. */
public enum LockFamily {
  /** Of {@code flock(2)}: belongs to an open file, and covers all of it. */
  FLOCK,
  /** Of {@code fcntl(2)}: covers a range; belongs to a process, or to an open file. */
  RECORD
}
