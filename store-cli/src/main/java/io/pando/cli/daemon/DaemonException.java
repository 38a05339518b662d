package io.pando.cli.daemon;

/** A daemon cannot be started or stopped; the message names the cause and the remedy. */
public final class DaemonException extends Exception {
  public DaemonException(String message) {
    super(message);
  }

  public DaemonException(String message, Throwable cause) {
    super(message, cause);
  }
}
