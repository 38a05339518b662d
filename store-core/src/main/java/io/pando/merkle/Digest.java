package io.pando.merkle;

/**
 * The digest of a part of a hash tree.
 *
 * @param xor exclusive or of the digests of its items
 * @param count number of items
 */
public record Digest(long xor, long count) {
  /** The digest of an empty part. */
  public static final Digest EMPTY = new Digest(0, 0);

  /** The digest of two parts together. */
  public Digest plus(Digest other) {
    return new Digest(xor ^ other.xor, count + other.count);
  }
}
