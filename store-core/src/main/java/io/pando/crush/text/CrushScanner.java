package io.pando.crush.text;

import io.pando.crush.model.CrushLimits;
import io.pando.crush.model.CrushWeight;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** Splits a map's text into words and braces, and reads numbers and names from them. */
final class CrushScanner {
  /** A word and its start: line and column, from 1. */
  record Word(String text, int line, int column) {
    CrushSyntaxException problem(String problem) {
      return new CrushSyntaxException(line, column, problem);
    }
  }

  private static final int SHOWN_CHARACTERS = 40;
  private static final String END = "";

  private final List<Word> words;
  private int next;

  private CrushScanner(List<Word> words) {
    this.words = words;
  }

  static CrushScanner of(String text) {
    List<Word> words = new ArrayList<>();
    int line = 1;
    int lineStart = 0;
    int i = 0;
    while (i < text.length()) {
      char c = text.charAt(i);
      if (c == '\n') {
        line++;
        lineStart = ++i;
      } else if (c == '#') {
        int end = text.indexOf('\n', i);
        i = end < 0 ? text.length() : end;
      } else if (Character.isWhitespace(c)) {
        i++;
      } else {
        int end = endOfWord(text, i);
        words.add(new Word(text.substring(i, end), line, i - lineStart + 1));
        i = end;
      }
    }
    words.add(new Word(END, line, i - lineStart + 1));
    return new CrushScanner(words);
  }

  private static int endOfWord(String text, int start) {
    int end = start + 1;
    if (isBrace(text.charAt(start))) {
      return end;
    }
    while (end < text.length() && !endsWord(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean endsWord(char c) {
    return Character.isWhitespace(c) || isBrace(c) || c == '#';
  }

  private static boolean isBrace(char c) {
    return c == '{' || c == '}';
  }

  /** The negative numbers that follow this word, anywhere in the text. */
  List<Integer> negativeNumbersAfter(String word) {
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i + 1 < words.size(); i++) {
      String following = words.get(i + 1).text();
      if (words.get(i).text().equals(word) && following.matches("-[0-9]{1,9}")) {
        numbers.add(Integer.parseInt(following));
      }
    }
    return numbers;
  }

  boolean atEnd() {
    return peek().text().equals(END);
  }

  Word peek() {
    return words.get(next);
  }

  Word take() {
    Word word = words.get(next);
    next = Math.min(next + 1, words.size() - 1);
    return word;
  }

  boolean isNext(String text) {
    return peek().text().equals(text);
  }

  /** Skips this word if it is the next one. */
  boolean skip(String text) {
    boolean found = isNext(text);
    if (found) {
      take();
    }
    return found;
  }

  void expect(String text) throws CrushSyntaxException {
    if (!skip(text)) {
      throw unexpected("'" + text + "'");
    }
  }

  /** The exception for an unexpected next word. */
  CrushSyntaxException unexpected(String expected) {
    return peek().problem("expected " + expected + ", found " + shown(peek()));
  }

  static String shown(Word word) {
    String text = word.text();
    if (text.equals(END)) {
      return "the end of the text";
    }
    return text.length() <= SHOWN_CHARACTERS
        ? "'" + text + "'"
        : "'" + text.substring(0, SHOWN_CHARACTERS) + "…'";
  }

  String name(String what) throws CrushSyntaxException {
    if (!CrushLimits.isName(peek().text())) {
      throw unexpected(what + " (letters, digits, '-', '_' and '.')");
    }
    return take().text();
  }

  int number(String what, int least, int most) throws CrushSyntaxException {
    String text = peek().text();
    if (text.matches("-?[0-9]{1,10}")) {
      long number = Long.parseLong(text);
      if (number >= least && number <= most) {
        take();
        return (int) number;
      }
    }
    throw unexpected(what + ", a number from " + least + " to " + most);
  }

  int weight() throws CrushSyntaxException {
    OptionalInt weight = CrushWeight.parse(peek().text());
    if (weight.isEmpty()) {
      throw unexpected("a weight, a decimal number from 0 to 65535");
    }
    take();
    return weight.getAsInt();
  }
}
