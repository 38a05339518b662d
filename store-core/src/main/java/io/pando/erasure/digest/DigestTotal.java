package io.pando.erasure.digest;

/**
 * The sum of the digests of many objects' fragments at one position, each multiplied with a factor
 * of its object. Multiplication and addition are linear over GF(2^8). So if the fragments of every
 * object satisfy the equations of a code, the totals of the positions satisfy them too, and {@link
 * DigestCheck} checks all objects at once. Without factors, equal damage of two objects would
 * cancel out. For one thread.
 */
public final class DigestTotal {
  private FragmentDigest sum = FragmentDigest.ZERO;

  /**
   * Adds the digest of an object's fragment.
   *
   * @param factor number of the object, the same at all positions, and not known to clients
   */
  public void add(long factor, FragmentDigest digest) {
    // One half is the complement of the other, so that no factor is zero.
    sum = sum.plus(DigestField.product(new FragmentDigest(factor, ~factor), digest));
  }

  /** The sum so far. */
  public FragmentDigest digest() {
    return sum;
  }
}
