package io.pando.disk.log;

/**
 * Records that were acknowledged are missing or damaged. The store must not continue without them.
 */
public final class LogDamagedException extends Exception {
  LogDamagedException(String message) {
    super(message);
  }

  /**
   * For owners of a log that cannot decode a record.
   *
   * @param message names the log and the remedy
   */
  public LogDamagedException(String message, Throwable cause) {
    super(message, cause);
  }
}
