package io.pando.mon;

/**
 * The monitors' log or a snapshot of it holds bytes that this release cannot read. The message says
 * which and why.
 */
public final class UnreadableCommandException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public UnreadableCommandException(String message) {
    super(message);
  }

  public UnreadableCommandException(String message, Throwable cause) {
    super(message, cause);
  }
}
