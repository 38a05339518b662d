package io.pando.structure;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Rules of style that a program can check, one file at a time. There is no list of exceptions: what
 * a rule does not cover is said in the rule.
 */
final class TidyRules {
  private static final int MAX_LINES = 600;
  private static final int MAX_COLUMNS = 120;
  private static final Pattern TEXT_FILE =
      Pattern.compile("(.*\\.(java|proto|xml|md|sh|yaml|yml|properties|py))|pando|\\.ci/.*");
  private static final Pattern RESOURCE = Pattern.compile(".*/src/(test|main)/resources/.*");

  /** Pages that record what was, in the words of their time. */
  private static final Pattern HISTORY = Pattern.compile("CHANGELOG\\.md|docs/lab/.*");

  /** Banned in code. */
  private static final List<Word> CODE =
      List.of(
          word(
              "System\\.(out|err)\\b",
              "print in store-cli and store-bench; log elsewhere",
              "store-(cli|bench)/.*|.*/src/test/.*"),
          word("Thread\\.sleep\\b", "wait for a condition, with a bound", ""),
          word("\\.printStackTrace\\(", "log it or throw it", "store-(cli|bench)/.*"),
          word("@Disabled\\b", "mend the test or remove it", ""),
          word("@Ignore\\b", "mend the test or remove it", ""),
          word("catch \\((final )?Exception\\b", "catch what can happen, by its type", ""),
          word("\\.parallelStream\\(|\\.parallel\\(\\)", "threads are wired in ring 3", ""),
          word("\\bMath\\.random\\b|\\bnew Random\\(", "draw from io.pando.random", ""),
          word("^\\s*assert\\b", "use io.pando.check.Invariant, which is always on", ""),
          word("\\bimport [a-z.]+\\.\\*;", "import what you use by name", ""),
          word("\\bimport org\\.mockito", "write a fake by hand", ""),
          word("\\bfinalize\\(\\)", "close what is opened", ""),
          word(
              "\\bSystem\\.exit\\(",
              "return the exit status to Main",
              "store-(cli|bench)/.*|.*/UnitTestHunt.java"),
          word(
              "\\bRuntime\\.getRuntime\\(\\)\\.halt\\(",
              "only the program may stop",
              "store-(cli|bench)/.*|.*/UnitTestHunt.java"));

  /** Banned in comments. */
  private static final List<Word> COMMENTS =
      List.of(
          word("\\b(TODO|FIXME|XXX|HACK)\\b", "do it now, or write an issue", ""),
          word("@author\\b", "git knows", ""));

  private TidyRules() {}

  /** Whether there are rules for a file of that name. */
  static boolean cover(String path) {
    return TEXT_FILE.matcher(path).matches() && !RESOURCE.matcher(path).matches();
  }

  /** What the files, by their paths, break. */
  static List<Finding> check(SortedMap<String, String> files) {
    List<Finding> findings = new ArrayList<>();
    files.forEach((path, content) -> checkText(path, content, findings));
    SortedMap<String, String> java = new TreeMap<>(files);
    java.keySet().removeIf(path -> !path.endsWith(".java"));
    findings.addAll(JavaShape.check(java));
    return findings;
  }

  private static void checkText(String path, String content, List<Finding> findings) {
    checkLines(path, content, findings);
    if (path.endsWith(".java")) {
      JavaText parts = JavaText.of(content);
      checkWords(path, parts.code(), CODE, findings);
      checkWords(path, parts.comments(), COMMENTS, findings);
      if (!path.contains("/structure/")) {
        findings.addAll(Phrases.check(path, parts.comments()));
      }
      if (path.contains("/src/main/")) {
        findings.addAll(Phrases.check(path, parts.quoted()));
      }
    } else if (path.endsWith(".md") && !HISTORY.matcher(path).matches()) {
      findings.addAll(Phrases.check(path, content));
    }
  }

  private static void checkLines(String path, String content, List<Finding> findings) {
    List<String> lines = content.lines().toList();
    boolean isJava = path.endsWith(".java");
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (line.indexOf('\t') >= 0) {
        findings.add(new Finding(path, i + 1, "tab: indent with spaces"));
      }
      if (!line.isEmpty() && Character.isWhitespace(line.charAt(line.length() - 1))) {
        findings.add(new Finding(path, i + 1, "blanks at the end of the line"));
      }
      if (isJava && line.length() > MAX_COLUMNS && !line.startsWith("import ")) {
        findings.add(new Finding(path, i + 1, "line of " + line.length() + ": at most 120"));
      }
      if (line.startsWith("<<<<<<< ") || line.startsWith(">>>>>>> ")) {
        findings.add(new Finding(path, i + 1, "mark of an unfinished merge"));
      }
    }
    if (isJava && lines.size() > MAX_LINES) {
      findings.add(new Finding(path, 1, lines.size() + " lines: part the class (at most 600)"));
    }
    if (!content.isEmpty() && !content.endsWith("\n")) {
      findings.add(new Finding(path, lines.size(), "the last line does not end"));
    }
  }

  private static void checkWords(
      String path, String text, List<Word> banned, List<Finding> findings) {
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      for (Word word : banned) {
        if (word.holdsFor(path) && word.pattern.matcher(lines.get(i)).find()) {
          findings.add(new Finding(path, i + 1, word.pattern + ": " + word.instead));
        }
      }
    }
  }

  private static Word word(String pattern, String instead, String except) {
    return new Word(Pattern.compile(pattern), instead, except);
  }

  /**
   * A banned word.
   *
   * @param except pattern of the files that may use it; empty for none
   */
  private record Word(Pattern pattern, String instead, String except) {
    boolean holdsFor(String path) {
      return except.isEmpty() || !path.matches(except);
    }
  }
}
