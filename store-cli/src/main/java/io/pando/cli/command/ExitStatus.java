package io.pando.cli.command;

/** Exit statuses of the program. */
public final class ExitStatus {
  /** Success. */
  public static final int OK = 0;

  /** The command failed, or the requested thing does not exist. */
  public static final int FAILED = 1;

  /** The request is invalid. */
  public static final int USAGE = 2;

  /**
   * The reader of the output has ended: the status that a shell reports for a program ended by
   * SIGPIPE.
   */
  public static final int READER_GONE = 141;

  private ExitStatus() {}
}
