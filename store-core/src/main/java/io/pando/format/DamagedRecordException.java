package io.pando.format;

/** Stored bytes are not a record of the expected kind and version. */
public final class DamagedRecordException extends Exception {
  public DamagedRecordException(String message) {
    super(message);
  }

  public DamagedRecordException(String message, Throwable cause) {
    super(message, cause);
  }
}
