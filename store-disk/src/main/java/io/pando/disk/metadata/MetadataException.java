package io.pando.disk.metadata;

/** The metadata cannot be read or written; the message is the library's. */
public final class MetadataException extends Exception {
  private static final long serialVersionUID = 1;

  public MetadataException(String message) {
    super(message);
  }

  MetadataException(Throwable cause) {
    super(cause.getMessage(), cause);
  }
}
