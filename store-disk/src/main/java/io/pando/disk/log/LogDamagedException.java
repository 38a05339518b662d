package io.pando.disk.log;

/**
 * Records that were promised are not there, or not what was written. Nobody may go on as if they
 * had never been.
 */
public final class LogDamagedException extends Exception {
  private static final long serialVersionUID = 1;

  LogDamagedException(String message) {
    super(message);
  }

  /**
   * For owners of a log that cannot make sense of a record.
   *
   * @param message names the log, and the way out
   */
  public LogDamagedException(String message, Throwable cause) {
    super(message, cause);
  }
}
