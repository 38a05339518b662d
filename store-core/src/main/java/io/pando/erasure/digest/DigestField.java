package io.pando.erasure.digest;

import io.pando.erasure.field.Gf256;

/**
 * The field that digests are elements of: polynomials in y over GF(2^8), modulo y^16 + y^3 + y + 6,
 * which is irreducible over GF(2^8). As GF(2^8) is a part of the field, multiplication by an
 * element of the field is linear over GF(2^8).
 */
final class DigestField {
  /** The element 1. */
  static final FragmentDigest ONE = new FragmentDigest(1, 0);

  private static final int CONSTANT_TERM = 6;
  private static final int TOP_SHIFT = Long.SIZE - Byte.SIZE;

  private DigestField() {}

  /** The product of y and an element. */
  static FragmentDigest timesY(FragmentDigest element) {
    long carry = element.high() >>> TOP_SHIFT;
    long high = element.high() << Byte.SIZE | element.low() >>> TOP_SHIFT;
    long low = element.low() << Byte.SIZE;
    long reduced = Gf256.product((int) carry, CONSTANT_TERM) ^ carry << 8 ^ carry << 24;
    return new FragmentDigest(low ^ reduced, high);
  }

  /** The product of two elements: by Horner's rule over the coefficients of the first. */
  static FragmentDigest product(FragmentDigest one, FragmentDigest other) {
    long[] low = new long[Byte.SIZE];
    long[] high = new long[Byte.SIZE];
    low[0] = other.low();
    high[0] = other.high();
    for (int bit = 1; bit < Byte.SIZE; bit++) {
      low[bit] = Gf256.doubled(low[bit - 1]);
      high[bit] = Gf256.doubled(high[bit - 1]);
    }
    FragmentDigest product = FragmentDigest.ZERO;
    for (int place = FragmentDigest.BYTES - 1; place >= 0; place--) {
      long half = place < Long.BYTES ? one.low() : one.high();
      int coefficient = (int) (half >>> (Byte.SIZE * (place % Long.BYTES))) & 0xFF;
      FragmentDigest shifted = timesY(product);
      long sumLow = shifted.low();
      long sumHigh = shifted.high();
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        long mask = -(long) (coefficient >> bit & 1);
        sumLow ^= low[bit] & mask;
        sumHigh ^= high[bit] & mask;
      }
      product = new FragmentDigest(sumLow, sumHigh);
    }
    return product;
  }

  /** An element to the power of a number that is not negative. */
  static FragmentDigest power(FragmentDigest element, long exponent) {
    FragmentDigest power = ONE;
    FragmentDigest square = element;
    for (long left = exponent; left != 0; left >>>= 1) {
      if ((left & 1) != 0) {
        power = product(power, square);
      }
      square = product(square, square);
    }
    return power;
  }
}
