package io.pando.erasure.digest;

/**
 * The digest of a fragment: an element of {@link DigestField}. The sum of two digests is the digest
 * of the sum (XOR) of the fragments.
 *
 * @param low the coefficients of y^0 to y^7, from the lowest byte on
 * @param high the coefficients of y^8 to y^15, from the lowest byte on
 */
public record FragmentDigest(long low, long high) {
  /** Size in bytes. */
  public static final int BYTES = 2 * Long.BYTES;

  /** The digest of zeros, and of no bytes. */
  public static final FragmentDigest ZERO = new FragmentDigest(0, 0);

  /** The sum of this digest and another one. */
  public FragmentDigest plus(FragmentDigest other) {
    return new FragmentDigest(low ^ other.low, high ^ other.high);
  }

  @Override
  public String toString() {
    return "%016x%016x".formatted(high, low);
  }
}
