package io.pando.fs.lock;

import io.pando.bytes.ByteRange;

/**
 * A lock that an owner has, or claims, on a file.
 *
 * @param owner number of the owner, unique in its client
 * @param process number of the process on its host, for {@code F_GETLK}; nothing depends on it
 * @param range bytes that it covers; all of the file for {@link LockFamily#FLOCK}
 */
public record LockClaim(
    LockFamily family, long owner, int process, LockMode mode, ByteRange range) {
  /** All bytes that a file can have. */
  public static final ByteRange WHOLE_FILE = new ByteRange(0, Long.MAX_VALUE);

  public LockClaim {
    if (family == LockFamily.FLOCK && !range.equals(WHOLE_FILE)) {
      throw new IllegalArgumentException("a lock by flock on " + range);
    }
  }

  /** Whether another owner cannot have this while one has the other; both are on one file. */
  public boolean conflictsWith(LockClaim other) {
    return family == other.family
        && mode.conflictsWith(other.mode)
        && range.offset() < other.range.end()
        && other.range.offset() < range.end();
  }
}
