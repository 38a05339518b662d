package io.pando.cli.command;

/**
 * A command failed because of the request or of the cluster's state: its message is sufficient for
 * the user, and no stack trace is printed.
 */
public final class UserError extends RuntimeException {
  private final int exitStatus;

  private UserError(String message, int exitStatus) {
    super(message);
    this.exitStatus = exitStatus;
  }

  /** A failure; the exit status is 1. */
  public static UserError failed(String message) {
    return new UserError(message, ExitStatus.FAILED);
  }

  /** An invalid request; the exit status is 2. */
  public static UserError usage(String message) {
    return new UserError(message, ExitStatus.USAGE);
  }

  /** Refuses a value of an option that is out of range. */
  public static void checkRange(String option, long value, long least, long most) {
    if (value < least || value > most) {
      throw usage(option + " must be " + least + " to " + most + ", is " + value);
    }
  }

  /** Exit status of the process. */
  public int exitStatus() {
    return exitStatus;
  }
}
