package io.pando.cli.config;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Finds the line of a key in a configuration. The tree of a document has no positions, so the text
 * is parsed once more when a message needs one.
 */
final class KeyLine {
  private static final YAMLMapper YAML = new YAMLMapper();

  private KeyLine() {}

  /**
   * The line of a key such as {@code osds[1].port}, or of the part around it if the key is missing;
   * 0 if there is neither.
   */
  static int of(String key, String text) {
    int line = 0;
    int longest = 0;
    try (JsonParser parser = YAML.createParser(text)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        String at = token.isStructEnd() ? "" : path(parser.streamReadContext(), token);
        if (at.length() > longest && isPart(at, key)) {
          longest = at.length();
          line = parser.currentTokenLocation().getLineNr();
        }
      }
    }
    return line;
  }

  private static boolean isPart(String at, String key) {
    return key.startsWith(at)
        && (key.length() == at.length() || ".[".indexOf(key.charAt(at.length())) >= 0);
  }

  /** Path of the place that a parser has reached. */
  private static String path(TokenStreamContext context, JsonToken token) {
    // At the start of a structure, the structure's own context is open already.
    TokenStreamContext place = token.isStructStart() ? context.getParent() : context;
    StringBuilder path = new StringBuilder();
    for (TokenStreamContext at = place; at != null && !at.inRoot(); at = at.getParent()) {
      if (at.inArray()) {
        path.insert(0, "[" + at.getCurrentIndex() + "]");
      } else if (at.currentName() != null) {
        path.insert(0, "." + at.currentName());
      }
    }
    return path.isEmpty() ? "" : path.substring(1);
  }
}
