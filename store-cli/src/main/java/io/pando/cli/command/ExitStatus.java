package io.pando.cli.command;

/** What a process ends with. */
public final class ExitStatus {
  /** It worked. */
  public static final int OK = 0;

  /** It did not work, or what was asked for is not there. */
  public static final int FAILED = 1;

  /** The request makes no sense. */
  public static final int USAGE = 2;

  /** The reader of its output has ended: what a shell says of a program that SIGPIPE ends. */
  public static final int READER_GONE = 141;

  private ExitStatus() {}
}
