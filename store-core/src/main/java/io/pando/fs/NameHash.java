package io.pando.fs;

import net.openhft.hashing.LongHashFunction;

/**
 * Hash of the names of a file system: XXH3 of the bytes, its upper {@value #BITS} bits. Entries of
 * a directory are ordered by the hash, then by the name, so a position in a listing stays true
 * whatever else is added, removed, or moved to another object. A position has to fit in the 63 bits
 * of a position that the kernel knows, with some left to tell equal hashes apart.
 *
 * <p>The seed is a secret of the file system: users choose names, and could otherwise choose many
 * of one hash, which no split of a directory takes apart.
 *
 * <p>May be used by several threads.
 */
public final class NameHash {
  /** Number of bits of a hash. */
  public static final int BITS = 56;

  /** The largest hash. */
  public static final long MOST = (1L << BITS) - 1;

  private final LongHashFunction function;

  /**
   * The hash of one file system.
   *
   * @param key its secret
   */
  public NameHash(long key) {
    this.function = LongHashFunction.xx3(key);
  }

  long of(byte[] name) {
    return function.hashBytes(name) >>> (Long.SIZE - BITS);
  }
}
