package io.pando.cli.text;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Periods in the notation of people: a number with a unit, or never. */
public final class PeriodText {
  private static final Pattern TEXT = Pattern.compile("([0-9]{1,6})\\s*([smhd])");

  private PeriodText() {}

  /**
   * Period of a text such as {@code 90s}, {@code 15m}, {@code 12h} or {@code 7d}; zero for {@code
   * never}.
   */
  public static Optional<Duration> parse(String text) {
    String word = text.strip().toLowerCase(Locale.ROOT);
    if (word.equals("never")) {
      return Optional.of(Duration.ZERO);
    }
    Matcher match = TEXT.matcher(word);
    if (!match.matches()) {
      return Optional.empty();
    }
    long number = Long.parseLong(match.group(1));
    Duration every =
        switch (match.group(2)) {
          case "s" -> Duration.ofSeconds(number);
          case "m" -> Duration.ofMinutes(number);
          case "h" -> Duration.ofHours(number);
          default -> Duration.ofDays(number);
        };
    return every.isZero() ? Optional.empty() : Optional.of(every);
  }
}
