package io.pando.cli.command;

/** A session, as operators name it. */
public final class SessionChoice {
  private SessionChoice() {}

  /**
   * The number of a session.
   *
   * @param text {@code N} or {@code client.N}, unsigned
   */
  public static long parse(String text) {
    String number = text.startsWith("client.") ? text.substring("client.".length()) : text;
    if (number.matches("[0-9]{1,20}")) {
      try {
        return Long.parseUnsignedLong(number);
      } catch (NumberFormatException tooLarge) {
        throw noSession(text);
      }
    }
    throw noSession(text);
  }

  private static UserError noSession(String text) {
    return UserError.usage("'" + text + "' is not a session; give its number, or client.N");
  }
}
