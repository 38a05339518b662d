package io.pando.erasure.digest;

import io.pando.erasure.field.Gf256;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A digest with a key. A fragment is a polynomial: its blocks of 16 bytes are the coefficients,
 * from the constant term on, as elements of {@link DigestField}. The digest is the value of the
 * polynomial at the key. So:
 *
 * <ul>
 *   <li>The digest is linear over GF(2^8). Digests of the fragments of a stripe satisfy every
 *       equation that the fragments satisfy.
 *   <li>Zeros at the end do not change it. A fragment that is shorter than others has the digest of
 *       the fragment padded with zeros.
 *   <li>Ranges can be added in any order, and ranges of zeros left out.
 *   <li>Two different fragments of n bytes have the same digest for at most n/16 of the 2^128 keys.
 * </ul>
 *
 * <p>Immutable; its table of 64 KiB is made once for each key.
 */
public final class LinearDigest {
  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int VALUES = 256;

  /** Words of the table for one place of a coefficient. */
  private static final int PLACE = 2 * VALUES;

  /** Where in the table the places from 8 on begin. */
  private static final int HIGH_HALF = Long.BYTES * PLACE;

  private final FragmentDigest key;

  /** Two words for each byte of an element and each value of it: its product with the key. */
  private final long[] products = new long[FragmentDigest.BYTES * PLACE];

  /** The digest with a key. */
  public LinearDigest(DigestKey key) {
    this.key = new FragmentDigest(key.low(), key.high());
    FragmentDigest shifted = this.key;
    for (int place = 0; place < FragmentDigest.BYTES; place++) {
      fill(place * PLACE, shifted);
      shifted = DigestField.timesY(shifted);
    }
  }

  /** All multiples of an element by elements of GF(2^8), which are sums of eight of them. */
  private void fill(int at, FragmentDigest element) {
    long low = element.low();
    long high = element.high();
    for (int bit = 1; bit < VALUES; bit <<= 1) {
      for (int value = 0; value < bit; value++) {
        products[at + 2 * (bit + value)] = products[at + 2 * value] ^ low;
        products[at + 2 * (bit + value) + 1] = products[at + 2 * value + 1] ^ high;
      }
      low = Gf256.doubled(low);
      high = Gf256.doubled(high);
    }
  }

  /** Begins the digest of a fragment. */
  public DigestSum begin() {
    return new DigestSum(this);
  }

  /** The digest of a fragment. */
  public FragmentDigest of(byte[] fragment) {
    DigestSum sum = begin();
    sum.add(0, fragment, 0, fragment.length);
    return sum.digest();
  }

  /** The key to the power of {@code blocks}: the factor of the block with that number. */
  FragmentDigest factor(long blocks) {
    return DigestField.power(key, blocks);
  }

  /**
   * The value of a polynomial whose coefficients are blocks in an array, by Horner's rule from the
   * last block to the first.
   *
   * @param last the coefficient behind those blocks
   */
  FragmentDigest value(FragmentDigest last, byte[] array, int from, int blocks) {
    long low = last.low();
    long high = last.high();
    for (int at = from + (blocks - 1) * FragmentDigest.BYTES;
        at >= from;
        at -= FragmentDigest.BYTES) {
      long nextLow = (long) WORD.get(array, at);
      long nextHigh = (long) WORD.get(array, at + Long.BYTES);
      nextLow ^= sumOfProducts(low, 0) ^ sumOfProducts(high, HIGH_HALF);
      nextHigh ^= sumOfProducts(low, 1) ^ sumOfProducts(high, HIGH_HALF + 1);
      low = nextLow;
      high = nextHigh;
    }
    return new FragmentDigest(low, high);
  }

  /** Half of the sum of the products of eight coefficients. */
  private long sumOfProducts(long coefficients, int at) {
    long[] table = products;
    int low = (int) coefficients;
    int high = (int) (coefficients >>> Integer.SIZE);
    long first =
        (table[at + ((low & 0xFF) << 1)] ^ table[at + PLACE + ((low >>> 8 & 0xFF) << 1)])
            ^ (table[at + 2 * PLACE + ((low >>> 16 & 0xFF) << 1)]
                ^ table[at + 3 * PLACE + ((low >>> 24) << 1)]);
    long second =
        (table[at + 4 * PLACE + ((high & 0xFF) << 1)]
                ^ table[at + 5 * PLACE + ((high >>> 8 & 0xFF) << 1)])
            ^ (table[at + 6 * PLACE + ((high >>> 16 & 0xFF) << 1)]
                ^ table[at + 7 * PLACE + ((high >>> 24) << 1)]);
    return first ^ second;
  }
}
