package io.pando.cli.output;

/**
 * Names of objects, attributes and keys in printable form. A name may hold any character: a newline
 * in it must not look like two names, and an escape sequence must not reach a terminal.
 */
public final class PrintableNames {
  private PrintableNames() {}

  /**
   * A name on one line: control characters, characters that change the direction of text, and the
   * backslash are escaped as in JSON. Different names stay different.
   */
  public static String name(String name) {
    return message(
        name.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t"));
  }

  /** A message, possibly of several lines; all control characters except line ends are escaped. */
  public static String message(String message) {
    StringBuilder shown = new StringBuilder(message.length());
    for (int i = 0; i < message.length(); i++) {
      char c = message.charAt(i);
      boolean asIs = c == '\n' || c == '\t' || !(Character.isISOControl(c) || isDirection(c));
      shown.append(asIs ? String.valueOf(c) : String.format("\\u%04x", (int) c));
    }
    return shown.toString();
  }

  /** Line and paragraph separators, and characters that override or isolate a direction. */
  private static boolean isDirection(char c) {
    return (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
  }
}
