package io.pando.format;

/** Stored bytes are no record of the kind and version that was expected. */
public final class DamagedRecordException extends Exception {
  private static final long serialVersionUID = 1;

  public DamagedRecordException(String message) {
    super(message);
  }

  public DamagedRecordException(String message, Throwable cause) {
    super(message, cause);
  }
}
