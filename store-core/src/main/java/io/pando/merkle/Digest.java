package io.pando.merkle;

/**
 * What a part of a tree holds.
 *
 * @param xor of the digests of its items
 * @param count of them
 */
public record Digest(long xor, long count) {
  /** Of nothing. */
  public static final Digest EMPTY = new Digest(0, 0);

  /** Of two parts together. */
  public Digest plus(Digest other) {
    return new Digest(xor ^ other.xor, count + other.count);
  }
}
