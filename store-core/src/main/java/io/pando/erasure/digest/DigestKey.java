package io.pando.erasure.digest;

import io.pando.random.Random64;

/**
 * The key of a digest: 16 secret bytes. Without knowing it, fragments with a given digest cannot be
 * made. The key of zeros notices changes in the first block only.
 */
public record DigestKey(long low, long high) {
  /** The key that belongs to a secret number. */
  public static DigestKey of(long secret) {
    Random64 numbers = new Random64(secret);
    return new DigestKey(numbers.nextLong(), numbers.nextLong());
  }
}
