package io.pando.format;

/**
 * Bytes that are not what they should be. The message leads from the outermost record to the place,
 * such as {@code LogEntry.version.epoch: ends in the middle of a number at byte 17 of 17}.
 */
public final class FormatException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public FormatException(String message) {
    super(message);
  }

  private FormatException(String message, FormatException cause) {
    super(message, cause);
  }

  /** The same, seen from the field or record around it. */
  FormatException inside(String place) {
    String message = String.valueOf(getMessage());
    String joint = message.startsWith(".") ? "" : ": ";
    return new FormatException(place + joint + message, this);
  }
}
