package io.pando.structure;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Phrases that recurred and hide what is meant, with their replacements. They are banned in all
 * text that people read: comments, messages and pages.
 */
final class Phrases {
  /** The end of a line of a comment and what the next one begins with. */
  private static final Pattern LINE_END = Pattern.compile("\\n *(\\*|//)? *");

  private static final List<Phrase> BANNED =
      List.of(
          phrase("anew", "again"),
          phrase("(nobody|somebody|whoever)", "name the OSD, monitor, client or process"),
          phrase("cannot be had", "is not available"),
          phrase("is no (mapping|folder|file|number|name|bucket|record)", "is not a"),
          phrase("stands twice", "is defined twice"),
          phrase("signs? of life", "heartbeat, or keep-alive"),
          phrase("makes? no sense", "say which value does not fit, and what does"),
          phrase("puts? right", "repairs"),
          phrase("goes on", "continues"),
          phrase("comes? back", "returns"),
          phrase("tells? of", "reports"),
          phrase("so many", "name the number: N"),
          phrase("in vain", "without success"),
          phrase("(is|are) wanted", "is required, or requested"),
          phrase("for ever", "permanently"),
          phrase("what (was|were|has|came|comes) (?!the|a|an)\\w+", "name the thing"));

  private Phrases() {}

  /** Finds the banned phrases in a text. The end of a line within a phrase does not hide it. */
  static List<Finding> check(String path, String text) {
    List<Finding> found = new ArrayList<>();
    String joined = LINE_END.matcher(text).replaceAll(end -> " ".repeat(end.end() - end.start()));
    for (Phrase phrase : BANNED) {
      Matcher matcher = phrase.pattern.matcher(joined);
      while (matcher.find()) {
        int line = (int) text.substring(0, matcher.start()).lines().count();
        String words = matcher.group().replaceAll("\\s+", " ");
        found.add(new Finding(path, line, "'" + words + "': " + phrase.instead));
      }
    }
    return found;
  }

  private static Phrase phrase(String words, String instead) {
    String pattern = "\\b" + words.replace(" ", "\\s+") + "\\b";
    return new Phrase(Pattern.compile(pattern, Pattern.CASE_INSENSITIVE), instead);
  }

  private record Phrase(Pattern pattern, String instead) {}
}
