package io.pando.disk;

/**
 * A store cannot be formatted or opened. The message names the file, the problem and the remedy; it
 * needs no stack trace.
 */
public final class StoreException extends Exception {
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

  /** The file system of a store is full; the store can be opened once there is space. */
  public static StoreException full(String message, Throwable cause) {
    return new StoreException(message, cause, true);
  }

  /** Whether the only problem is that the file system is full. */
  public boolean isFull() {
    return full;
  }
}
