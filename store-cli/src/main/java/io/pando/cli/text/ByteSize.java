package io.pando.cli.text;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes in the notation of people: powers of 1,024, with or without {@code iB}. */
public final class ByteSize {
  private static final String UNITS = "KMGTP";
  private static final Pattern TEXT =
      Pattern.compile("([0-9]{1,15}(?:\\.[0-9]{1,6})?)\\s*([KMGTP]?)(?:I?B)?");

  private ByteSize() {}

  /** Number of bytes of a text such as {@code 4096}, {@code 4K} or {@code 1.5 GiB}. */
  public static Optional<Long> parse(String text) {
    Matcher match = TEXT.matcher(text.strip().toUpperCase(Locale.ROOT));
    if (!match.matches()) {
      return Optional.empty();
    }
    int power = match.group(2).isEmpty() ? 0 : UNITS.indexOf(match.group(2)) + 1;
    BigDecimal bytes =
        new BigDecimal(match.group(1)).multiply(BigDecimal.valueOf(1L << (10 * power)));
    return bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0
        ? Optional.empty()
        : Optional.of(bytes.longValue());
  }

  /** A text of at most three digits before and one after the point, such as {@code 1.5 GiB}. */
  public static String format(long bytes) {
    double value = bytes;
    int power = 0;
    while (value >= 1023.95 && power < UNITS.length()) {
      value /= 1024;
      power++;
    }
    if (power == 0) {
      return bytes + " B";
    }
    String number = String.format(Locale.ROOT, value >= 99.95 ? "%.0f" : "%.1f", value);
    return number + " " + UNITS.charAt(power - 1) + "iB";
  }
}
