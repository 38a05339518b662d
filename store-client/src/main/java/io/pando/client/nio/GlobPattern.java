package io.pando.client.nio;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Translates globs of {@code FileSystem.getPathMatcher} to regular expressions: {@code *} within a
 * name, {@code **} across names, {@code ?}, classes in brackets, alternatives in braces, and a
 * backslash before a character that stands for itself.
 */
final class GlobPattern {
  private static final String SPECIAL = "\\.^$|+()[]{}*?";

  private final String glob;
  private final StringBuilder regex = new StringBuilder();
  private boolean inBraces;
  private int at;

  private GlobPattern(String glob) {
    this.glob = glob;
  }

  /** Compiles a glob; throws {@link PatternSyntaxException} with what is wrong with it. */
  static Pattern compile(String glob) {
    GlobPattern pattern = new GlobPattern(glob);
    while (pattern.at < glob.length()) {
      pattern.next(glob.charAt(pattern.at++));
    }
    if (pattern.inBraces) {
      throw pattern.wrong("a brace is not closed");
    }
    return Pattern.compile(pattern.regex.toString(), Pattern.DOTALL);
  }

  private PatternSyntaxException wrong(String what) {
    return new PatternSyntaxException(what, glob, Math.max(0, at - 1));
  }

  private boolean take(char expected) {
    boolean there = at < glob.length() && glob.charAt(at) == expected;
    at += there ? 1 : 0;
    return there;
  }

  private void literal(char character) {
    if (SPECIAL.indexOf(character) >= 0) {
      regex.append('\\');
    }
    regex.append(character);
  }

  private void next(char character) {
    switch (character) {
      case '\\' -> {
        if (at == glob.length()) {
          throw wrong("nothing is behind the backslash");
        }
        literal(glob.charAt(at++));
      }
      case '*' -> regex.append(take('*') ? ".*" : "[^/]*");
      case '?' -> regex.append("[^/]");
      case '[' -> characterClass();
      case '{' -> {
        if (inBraces) {
          throw wrong("braces are within braces");
        }
        inBraces = true;
        regex.append("(?:(?:");
      }
      case '}' -> {
        regex.append(inBraces ? "))" : "\\}");
        inBraces = false;
      }
      case ',' -> regex.append(inBraces ? ")|(?:" : ",");
      default -> literal(character);
    }
  }

  private void characterClass() {
    regex.append("[[^/]&&[");
    if (take('!')) {
      regex.append('^');
    }
    int first = at;
    while (at == first || at >= glob.length() || glob.charAt(at) != ']') {
      if (at >= glob.length()) {
        throw wrong("a bracket is not closed");
      }
      char character = glob.charAt(at++);
      if (character == '/') {
        throw wrong("a slash is in a class of characters");
      }
      boolean range =
          character == '-' && at - 1 > first && at < glob.length() && glob.charAt(at) != ']';
      if (range) {
        if (glob.charAt(at) < glob.charAt(at - 2)) {
          throw wrong("a range is not in order");
        }
        regex.append('-');
      } else {
        regex.append('\\').append(character);
        if (Character.isLetterOrDigit(character)) {
          regex.deleteCharAt(regex.length() - 2);
        }
      }
    }
    at++;
    regex.append("]]");
  }
}
