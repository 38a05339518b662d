package io.pando.bench.sim;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A range of seeds, both ends included. */
record SeedRange(long first, long last) {
  private static final Pattern FORM = Pattern.compile("(\\d{1,18})(?:\\.\\.(\\d{1,18}))?");

  /** Parses {@code 1..500}, or {@code 500} for the same; empty if the text is neither. */
  static Optional<SeedRange> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    long one = Long.parseLong(matcher.group(1));
    String other = matcher.group(2);
    SeedRange range =
        other == null ? new SeedRange(1, one) : new SeedRange(one, Long.parseLong(other));
    return range.first() <= range.last() ? Optional.of(range) : Optional.empty();
  }
}
