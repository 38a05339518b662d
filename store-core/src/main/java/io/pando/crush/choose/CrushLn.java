package io.pando.crush.choose;

import java.math.BigInteger;

/**
 * The fixed-point logarithm of straw2 draws, for all 65,536 of them.
 *
 * <p>It is defined by a rule and two small tables. The number is split into a power of two, 7 bits
 * that select a reciprocal and its logarithm, and the remaining 8 bits that select a correction.
 * All implementations must use the same tables, and the published tables differ from the exact
 * values: nearly all corrections are too high by the same amount, some by other amounts. Here the
 * tables are computed from the exact values and a list of the differences.
 */
final class CrushLn {
  private static final int FRACTION_BITS = 48;
  private static final int RESULT_BITS = 44;
  private static final int DRAWS = 1 << 16;

  /**
   * Amount by which a correction exceeds the exact value, except those at 0, 1 and the indexes
   * listed below.
   */
  private static final long CORRECTION_EXCESS = 0x1_4770_0000L;

  /** Index of a correction, and the amount by which it exceeds the exact value. */
  private static final long[][] OTHER_EXCESSES = {
    {56, 5349423536L}, {127, 978272901L}, {134, 3588789669L}, {181, 4007963589L},
    {184, 5423282367L}, {188, 2201924427L}, {193, 3829329171L}, {198, 2511158322L},
    {199, 2670353280L}, {200, 3807665765L}, {203, 0L}, {207, 5045407031L},
    {210, 4635559696L}, {212, 3670382108L}, {216, 0L}, {222, 0L},
    {225, 3209098745L}, {227, 1514328394L}, {228, 2662093655L}, {229, 561838844L},
    {231, 3537203772L}, {233, 0L}, {235, 4861921003L}, {236, 5281046906L},
    {237, 0L}, {238, 0L}, {239, 0L}, {240, 2650193885L},
    {241, 4203558265L}, {243, 0L}, {244, 0L}, {245, 0L},
    {246, 0L}, {247, 362109528L}, {248, 0L}, {249, 0L},
    {250, 0L}, {251, 0L}, {252, 0L}, {253, 0L},
    {254, 0L}, {255, 0L},
  };

  /** Amount by which the logarithm of 2 in the table of 7 bits is below the exact value. */
  private static final long LAST_SHORTFALL = 1L << 32;

  private static final long[] BELOW = table();

  private CrushLn() {}

  /**
   * Difference between the logarithm of the highest draw and that of this draw: approximately
   * {@code 2^44 * (16 - log2(draw + 1))}.
   *
   * @param draw 0 to 65535
   * @return 0 to 2^48
   */
  static long below(int draw) {
    return BELOW[draw];
  }

  private static long[] table() {
    long[] reciprocals = new long[129];
    long[] logarithms = new long[129];
    for (int i = 0; i <= 128; i++) {
      // rounded up
      reciprocals[i] = ((1L << (FRACTION_BITS + 7)) + 127 + i) / (128 + i);
      logarithms[i] = log2(128 + i, 7);
    }
    logarithms[128] -= LAST_SHORTFALL;
    long[] corrections = corrections();
    long[] below = new long[DRAWS];
    for (int draw = 0; draw < DRAWS; draw++) {
      int number = draw + 1;
      int shift = Math.max(0, Integer.numberOfLeadingZeros(number) - 16);
      int normal = number << shift;
      int high = (normal >> 8) - 128;
      int low = (int) ((normal * reciprocals[high]) >>> FRACTION_BITS) & 0xff;
      long fraction = (logarithms[high] + corrections[low]) >>> (FRACTION_BITS - RESULT_BITS);
      below[draw] = (1L << FRACTION_BITS) - ((long) (15 - shift) << RESULT_BITS) - fraction;
    }
    return below;
  }

  private static long[] corrections() {
    long[] corrections = new long[256];
    for (int i = 0; i < corrections.length; i++) {
      corrections[i] = log2((1 << 15) + i, 15) + (i < 2 ? 0 : CORRECTION_EXCESS);
    }
    for (long[] other : OTHER_EXCESSES) {
      corrections[(int) other[0]] += other[1] - CORRECTION_EXCESS;
    }
    return corrections;
  }

  /**
   * {@code log2(number / 2^bits)} times 2^48, rounded down; {@code number / 2^bits} is from 1 to 2.
   */
  private static long log2(int number, int bits) {
    int guard = 128;
    BigInteger two = BigInteger.TWO.shiftLeft(guard);
    BigInteger value = BigInteger.valueOf(number).shiftLeft(guard - bits);
    if (value.equals(two)) {
      return 1L << FRACTION_BITS;
    }
    long result = 0;
    for (int i = 0; i < FRACTION_BITS; i++) {
      value = value.multiply(value).shiftRight(guard);
      result <<= 1;
      if (value.compareTo(two) >= 0) {
        value = value.shiftRight(1);
        result |= 1;
      }
    }
    return result;
  }
}
