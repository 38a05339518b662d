package io.pando.disk;

/**
 * A store cannot be formatted or opened. The message names the file, what is wrong with it, and the
 * way out; no stack trace is needed to understand it.
 */
public final class StoreException extends Exception {
  private static final long serialVersionUID = 1;

  private final boolean full;

  public StoreException(String message) {
    super(message);
    this.full = false;
  }

  public StoreException(String message, Throwable cause) {
    this(message, cause, false);
  }

  private StoreException(String message, Throwable cause, boolean full) {
    super(message, cause);
    this.full = full;
  }

  /** The file system of a store is full: once it has space, the store can be opened. */
  public static StoreException full(String message, Throwable cause) {
    return new StoreException(message, cause, true);
  }

  /** Whether nothing is wrong but that the file system is full. */
  public boolean isFull() {
    return full;
  }
}
