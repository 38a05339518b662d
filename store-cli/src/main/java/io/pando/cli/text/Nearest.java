package io.pando.cli.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/**
 * Suggests a known word for an unknown one. Hand-made: picocli's similarity is not public, and a
 * library of text algorithms would be a megabyte for one of them.
 */
public final class Nearest {
  private Nearest() {}

  /** The name most similar to the word, if one is similar enough. */
  public static Optional<String> to(String word, Collection<String> names) {
    int limit = Math.max(1, word.length() / 3);
    return names.stream()
        .filter(name -> distance(word, name) <= limit)
        .min(Comparator.comparingInt(name -> distance(word, name)));
  }

  /** The end of a sentence about an unknown word: a question if there is a similar name. */
  public static String hint(String word, Collection<String> names) {
    return to(word, names).map(name -> "; did you mean '" + name + "'?").orElse(".");
  }

  /** Edit distance: insertions, deletions and replacements. */
  static int distance(String a, String b) {
    int[] above = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      above[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, 1 + Math.min(above[j], row[j - 1]));
      }
      above = row;
    }
    return above[b.length()];
  }
}
