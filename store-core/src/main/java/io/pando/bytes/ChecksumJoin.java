package io.pando.bytes;

/**
 * Joins checksums: computes the CRC32C of two concatenated byte sequences from the CRC32C of each,
 * without reading the bytes. Appending a sequence of a given length multiplies the first checksum
 * by a constant modulo the polynomial. That is linear, so four table look-ups suffice.
 */
final class ChecksumJoin {
  /**
   * The polynomial of CRC32C without its highest term; as everywhere in this class, x^0 is the top
   * bit.
   */
  private static final int POLYNOMIAL = 0x82F6_3B78;

  private static final int ONE = 1 << 31;

  /** x^8: the factor for one appended byte. */
  private static final int BYTE = ONE >>> 8;

  private final int[][] products = new int[Integer.BYTES][256];

  /** A join for second sequences of {@code secondBytes} bytes. */
  ChecksumJoin(int secondBytes) {
    int factor = power(secondBytes);
    for (int place = 0; place < products.length; place++) {
      for (int value = 0; value < 256; value++) {
        products[place][value] = product(factor, value << (8 * place));
      }
    }
  }

  /** The checksum of both sequences together. */
  int join(int first, int second) {
    return products[0][first & 0xFF]
        ^ products[1][first >>> 8 & 0xFF]
        ^ products[2][first >>> 16 & 0xFF]
        ^ products[3][first >>> 24]
        ^ second;
  }

  /**
   * The checksum of both sequences, for a second one of any length; slower than the other method.
   */
  static int join(int first, int second, int secondBytes) {
    return product(power(secondBytes), first) ^ second;
  }

  /** x^8 to the power of {@code bytes}. */
  private static int power(int bytes) {
    int power = ONE;
    int square = BYTE;
    for (int left = bytes; left != 0; left >>>= 1) {
      if ((left & 1) != 0) {
        power = product(power, square);
      }
      square = product(square, square);
    }
    return power;
  }

  private static int product(int one, int other) {
    int product = 0;
    int shifted = other;
    for (int bits = one; bits != 0; bits <<= 1) {
      product ^= bits < 0 ? shifted : 0;
      shifted = shifted >>> 1 ^ ((shifted & 1) == 0 ? 0 : POLYNOMIAL);
    }
    return product;
  }
}
