package io.pando.structure;

/**
 * The text of a Java file divided in three of the same shape, line for line: the code without
 * comments and quoted text, the comments, and the quoted text.
 */
record JavaText(String code, String comments, String quoted) {
  /** Parts a text. */
  static JavaText of(String source) {
    return new Parting(source).run();
  }

  private static final class Parting {
    private final String source;
    private final StringBuilder code = new StringBuilder();
    private final StringBuilder comments = new StringBuilder();
    private final StringBuilder quoted = new StringBuilder();
    private int at;

    Parting(String source) {
      this.source = source;
    }

    JavaText run() {
      while (at < source.length()) {
        if (source.startsWith("//", at)) {
          take(comments, endOf("\n", 2, 0));
        } else if (source.startsWith("/*", at)) {
          take(comments, endOf("*/", 2, 2));
        } else if (source.startsWith("\"\"\"", at)) {
          take(quoted, endOf("\"\"\"", 3, 3));
        } else if (source.charAt(at) == '"' || source.charAt(at) == '\'') {
          take(quoted, endOf(String.valueOf(source.charAt(at)), 1, 1));
        } else {
          take(code, at + 1);
        }
      }
      return new JavaText(code.toString(), comments.toString(), quoted.toString());
    }

    /**
     * Where the piece that starts here and is closed by {@code close} ends; escapes are skipped.
     */
    private int endOf(String close, int from, int include) {
      boolean quoted = source.charAt(at) != '/';
      int i = at + from;
      while (i < source.length() && !source.startsWith(close, i)) {
        i += quoted && source.charAt(i) == '\\' ? 2 : 1;
      }
      return Math.min(source.length(), i + include);
    }

    private void take(StringBuilder kind, int end) {
      for (; at < end; at++) {
        char c = source.charAt(at);
        code.append(kind == code || c == '\n' ? c : ' ');
        comments.append(kind == comments || c == '\n' ? c : ' ');
        quoted.append(kind == quoted || c == '\n' ? c : ' ');
      }
    }
  }
}
