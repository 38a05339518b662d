package io.pando.proto;

/**
 * Bytes that do not have the expected format. The message gives the path from the outermost record
 * to the place, such as {@code LogEntry.version.epoch: ends in the middle of a number at byte 17 of
 * 17}.
 */
public final class FormatException extends RuntimeException {
  public FormatException(String message) {
    super(message);
  }

  private FormatException(String message, FormatException cause) {
    super(message, cause);
  }

  /** The same exception with {@code place}, the enclosing field or record, put before its path. */
  public FormatException inside(String place) {
    String message = String.valueOf(getMessage());
    String joint = message.startsWith(".") ? "" : ": ";
    return new FormatException(place + joint + message, this);
  }
}
