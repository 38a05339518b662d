package io.pando.cli.command;

/**
 * A command could not do what it was asked, for a reason that lies with the request or the cluster:
 * the message is all that its user needs, and no stack trace is shown.
 */
public final class UserError extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int exitStatus;

  private UserError(String message, int exitStatus) {
    super(message);
    this.exitStatus = exitStatus;
  }

  /** It did not work; the exit status is 1. */
  public static UserError failed(String message) {
    return new UserError(message, ExitStatus.FAILED);
  }

  /** It makes no sense; the exit status is 2. */
  public static UserError usage(String message) {
    return new UserError(message, ExitStatus.USAGE);
  }

  /** What the process ends with. */
  public int exitStatus() {
    return exitStatus;
  }
}
