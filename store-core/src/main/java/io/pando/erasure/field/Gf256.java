package io.pando.erasure.field;

/**
 * Arithmetic in GF(2^8), the field with 256 elements: polynomials over GF(2) modulo x^8 + x^4 + x^3
 * + x^2 + 1 (0x11d), which ISA-L and jerasure use too. An element is a number from 0 to 255; its
 * bits are the coefficients. Addition and subtraction are XOR. The element 2 generates all others
 * but 0.
 */
public final class Gf256 {
  /** The modulus without its highest term: what a carry out of bit 7 adds. */
  public static final int REDUCTION = 0x1d;

  private static final int ORDER = 255;
  private static final byte[] POWERS = new byte[2 * ORDER];
  private static final byte[] LOGARITHMS = new byte[ORDER + 1];

  static {
    int element = 1;
    for (int exponent = 0; exponent < ORDER; exponent++) {
      POWERS[exponent] = (byte) element;
      POWERS[exponent + ORDER] = (byte) element;
      LOGARITHMS[element] = (byte) exponent;
      element = doubled(element);
    }
  }

  private Gf256() {}

  /** The product of two elements. */
  public static int product(int one, int other) {
    if (one == 0 || other == 0) {
      return 0;
    }
    return POWERS[logarithm(one) + logarithm(other)] & 0xFF;
  }

  /** The element whose product with {@code element} is 1; the element must not be 0. */
  public static int inverse(int element) {
    if (element == 0) {
      throw new ArithmeticException("0 has no inverse in GF(2^8)");
    }
    return POWERS[ORDER - logarithm(element)] & 0xFF;
  }

  /**
   * An element to the power of {@code exponent}, which is not negative; 0 to the power of 0 is 1.
   */
  public static int power(int element, int exponent) {
    if (exponent == 0) {
      return 1;
    }
    return element == 0 ? 0 : POWERS[(int) ((long) logarithm(element) * exponent % ORDER)] & 0xFF;
  }

  /** The product of 2 and an element. */
  public static int doubled(int element) {
    int shifted = element << 1;
    return (shifted & 0x100) == 0 ? shifted : (shifted & 0xFF) ^ REDUCTION;
  }

  /** The products of 2 and the eight elements in the bytes of a long. */
  public static long doubled(long elements) {
    long carries = elements & 0x8080808080808080L;
    long carried = ((carries << 1) - (carries >>> 7)) & 0x1d1d1d1d1d1d1d1dL;
    return ((elements ^ carries) << 1) ^ carried;
  }

  private static int logarithm(int element) {
    return LOGARITHMS[element] & 0xFF;
  }
}
