package io.pando.crush;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.OptionalInt;

/**
 * Weights: unsigned 16.16 fixed point, and decimal numbers in text.
 *
 * <p>{@code crushtool} reads a number as a 32-bit float and cuts off what is below 1/65536, so that
 * is what a number means here too; only a number that is a whole multiple of 1/65536 is always
 * taken as it is, which a float cannot do above 256. It writes three decimals; here as many more
 * are written as are needed to read the same weight back.
 */
public final class CrushWeight {
  /** The weight 1. */
  public static final int ONE = 0x10000;

  private static final int USUAL_DECIMALS = 3;
  private static final int EXACT_DECIMALS = 16;
  private static final int MAX_TEXT_LENGTH = 32;
  private static final BigDecimal UNIT = BigDecimal.valueOf(ONE);

  private CrushWeight() {}

  /** The weight that a decimal number means; empty if it is none, or not from 0 to below 65536. */
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

  /** A decimal number that means this weight, with three decimals or more. */
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

  /** A sum of weights with three decimals, for reading only. */
  static String formatRounded(long weight) {
    return rounded(weight, USUAL_DECIMALS);
  }

  private static String rounded(long weight, int decimals) {
    return BigDecimal.valueOf(weight)
        .divide(UNIT)
        .setScale(decimals, RoundingMode.HALF_EVEN)
        .toPlainString();
  }
}
