package io.pando.cli.machine;

import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Processor cores, as Linux numbers them.
 *
 * @param numbers numbers from 0, at least one
 */
public record CoreSet(SortedSet<Integer> numbers) {
  /** Largest number of cores of a machine. */
  static final int MAX = 1024;

  private static final Pattern PART = Pattern.compile("(\\d{1,4})(?:-(\\d{1,4}))?");

  public CoreSet {
    if (numbers.isEmpty() || numbers.first() < 0 || numbers.last() >= MAX) {
      throw new IllegalArgumentException("not cores of a machine: " + numbers);
    }
  }

  /** Parses cores such as {@code 0-3,8}; empty if the text is not of that form. */
  public static Optional<CoreSet> parse(String text) {
    SortedSet<Integer> numbers = new TreeSet<>();
    for (String part : text.split(",", -1)) {
      Matcher range = PART.matcher(part.strip());
      if (!range.matches()) {
        return Optional.empty();
      }
      int first = Integer.parseInt(range.group(1));
      int last = range.group(2) == null ? first : Integer.parseInt(range.group(2));
      if (last < first || last >= MAX) {
        return Optional.empty();
      }
      for (int core = first; core <= last; core++) {
        numbers.add(core);
      }
    }
    return Optional.of(new CoreSet(numbers));
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    int first = -1;
    for (int core : numbers) {
      first = numbers.contains(core - 1) ? first : core;
      if (!numbers.contains(core + 1)) {
        text.append(text.isEmpty() ? "" : ",").append(first);
        text.append(core > first ? "-" + core : "");
      }
    }
    return text.toString();
  }
}
