package io.pando.crush.model;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.OptionalInt;

/**
 * Weights: unsigned 16.16 fixed point, and decimal numbers in text.
 *
 * <p>{@code crushtool} reads a number as a 32-bit float and truncates it to a multiple of 1/65536.
 * Numbers are read the same way here, with one exception: a number that is an exact multiple of
 * 1/65536 is always kept exactly, which a float cannot do above 256. {@code crushtool} writes three
 * decimals; here more are written if they are needed to read back the same weight.
 */
public final class CrushWeight {
  /** The weight 1.0. */
  public static final int ONE = 0x10000;

  private static final int USUAL_DECIMALS = 3;
  private static final int EXACT_DECIMALS = 16;
  private static final int MAX_TEXT_LENGTH = 32;
  private static final BigDecimal UNIT = BigDecimal.valueOf(ONE);

  private CrushWeight() {}

  /** The weight of a decimal number; empty if the text is not a number from 0 to below 65536. */
  public static OptionalInt parse(String text) {
    if (text.length() > MAX_TEXT_LENGTH || !text.matches("[0-9]+(\\.[0-9]*)?|\\.[0-9]+")) {
      return OptionalInt.empty();
    }
    BigDecimal scaled = new BigDecimal(text).multiply(UNIT);
    BigInteger weight =
        scaled.stripTrailingZeros().scale() <= 0
            ? scaled.toBigInteger()
            : new BigDecimal(Float.parseFloat(text)).multiply(UNIT).toBigInteger();
    return weight.bitLength() <= Integer.SIZE
        ? OptionalInt.of(weight.intValue())
        : OptionalInt.empty();
  }

  /** The decimal number of a weight, with three decimals or more. */
  public static String format(int weight) {
    for (int decimals = USUAL_DECIMALS; decimals < EXACT_DECIMALS; decimals++) {
      String text = rounded(Integer.toUnsignedLong(weight), decimals);
      OptionalInt parsed = parse(text);
      if (parsed.isPresent() && parsed.getAsInt() == weight) {
        return text;
      }
    }
    return rounded(Integer.toUnsignedLong(weight), EXACT_DECIMALS);
  }

  /** A sum of weights with three decimals, for display only. */
  public static String formatRounded(long weight) {
    return rounded(weight, USUAL_DECIMALS);
  }

  private static String rounded(long weight, int decimals) {
    return BigDecimal.valueOf(weight)
        .divide(UNIT)
        .setScale(decimals, RoundingMode.HALF_EVEN)
        .toPlainString();
  }
}
