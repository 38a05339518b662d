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
    StringBuilder shown = new StringBuilder(name.length());
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      switch (c) {
        case '\n' -> shown.append("\\n");
        case '\r' -> shown.append("\\r");
        case '\t' -> shown.append("\\t");
        case '\\' -> shown.append("\\\\");
        default -> append(shown, c);
      }
    }
    return shown.toString();
  }

  /** A message, possibly of several lines; all control characters except line ends are escaped. */
  public static String message(String message) {
    StringBuilder shown = new StringBuilder(message.length());
    for (int i = 0; i < message.length(); i++) {
      char c = message.charAt(i);
      if (c == '\n' || c == '\t') {
        shown.append(c);
      } else {
        append(shown, c);
      }
    }
    return shown.toString();
  }

  private static void append(StringBuilder shown, char c) {
    if (Character.isISOControl(c) || isDirection(c)) {
      shown.append(String.format("\\u%04x", (int) c));
    } else {
      shown.append(c);
    }
  }

  /** Line and paragraph separators, and characters that override or isolate a direction. */
  private static boolean isDirection(char c) {
    return (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
  }
}
