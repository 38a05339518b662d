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
}
