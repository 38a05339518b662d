package io.pando.mon.raft;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The replica cannot be opened. The message names the thing and the way out. */
public final class LogOpenException extends IOException {
  private static final long serialVersionUID = 1;

  private final Problem problem;

  /** What is in the way. */
  public enum Problem {
    /** The directory belongs to another cluster, or to another monitor. */
    NOT_OURS,
    /** What is stored cannot be read. */
    DAMAGED,
    /** Something else listens on the port. */
    PORT_TAKEN,
    /** The directory cannot be used, for instance for want of permission. */
    UNUSABLE,
    /** The file system is full: what is stored is sound. */
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
