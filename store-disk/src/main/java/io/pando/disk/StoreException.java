package io.pando.disk;

/**
 * A store cannot be formatted or opened. The message names the file, what is wrong with it, and the
 * way out; no stack trace is needed to understand it.
 */
public final class StoreException extends Exception {
  private static final long serialVersionUID = 1;

  public StoreException(String message) {
    super(message);
  }

  public StoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
