package io.pando.fuse.protocol;

import java.util.Arrays;
import java.util.Optional;

/**
 * A lock of a range of a file, and its owner's process.
 *
 * @param start first byte
 * @param end last byte, inclusive; {@link Long#MAX_VALUE} if it reaches to any end of the file
 * @param pid process that holds it
 */
public record FileLock(long start, long end, Kind kind, int pid) {
  /** Kinds of locks. */
  public enum Kind {
    /** Shared: excludes exclusive locks. */
    READ(0),
    /** Exclusive: excludes all others. */
    WRITE(1),
    /** None: releases what is held. */
    UNLOCK(2);

    private final int number;

    Kind(int number) {
      this.number = number;
    }

    /** The number in the protocol, that of {@code fcntl(2)}. */
    public int number() {
      return number;
    }

    /** The kind with a number; empty if there is none. */
    public static Optional<Kind> of(int number) {
      return Arrays.stream(values()).filter(kind -> kind.number == number).findFirst();
    }
  }

  /** Whether both cannot be held by different owners. */
  public boolean conflictsWith(FileLock other) {
    boolean exclusive = kind == Kind.WRITE || other.kind == Kind.WRITE;
    boolean held = kind != Kind.UNLOCK && other.kind != Kind.UNLOCK;
    return exclusive && held && start <= other.end && other.start <= end;
  }
}
