package io.pando.mon.raft;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The replica cannot be opened. The message names the cause and the remedy. */
public final class LogOpenException extends IOException {
  private final Problem problem;

  /** Cause of the failure. */
  public enum Problem {
    /** The directory belongs to another cluster or to another monitor. */
    NOT_OURS,
    /** The stored data cannot be read. */
    DAMAGED,
    /** Another process listens on the port. */
    PORT_TAKEN,
    /** The directory cannot be used, for instance because a permission is missing. */
    UNUSABLE,
    /** The file system is full; the stored data is intact. */
    FULL
  }

  LogOpenException(Problem problem, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.problem = problem;
  }

  public Problem problem() {
    return problem;
  }
}
