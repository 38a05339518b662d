package io.pando.osd.pg.index;

/**
 * Set of the digests that were seen. It takes eight bytes for each digest, and as much spare room.
 */
final class LongSet {
  private long[] table = new long[1_024];
  private int size;
  private boolean hasZero;

  /** Adds a digest; returns whether it is new. */
  boolean add(long digest) {
    if (digest == 0) {
      boolean before = hasZero;
      hasZero = true;
      return !before;
    }
    int at = find(table, digest);
    if (table[at] == digest) {
      return false;
    }
    table[at] = digest;
    if (2 * ++size > table.length) {
      grow();
    }
    return true;
  }

  private void grow() {
    long[] larger = new long[2 * table.length];
    for (long digest : table) {
      if (digest != 0) {
        larger[find(larger, digest)] = digest;
      }
    }
    table = larger;
  }

  /** Finds the slot of a digest. Digests are spread evenly, so their low bits serve as a hash. */
  private static int find(long[] table, long digest) {
    int at = (int) digest & (table.length - 1);
    while (table[at] != 0 && table[at] != digest) {
      at = (at + 1) & (table.length - 1);
    }
    return at;
  }
}
