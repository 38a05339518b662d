package io.pando.report;

/**
 * Reads that stores made to list objects with their versions, and to read entries of the maps that
 * groups keep beside their objects. A block of a table counts if it was not in the store's own
 * cache; it may have been in the system's page cache.
 *
 * @param listed number of objects that were listed
 * @param listedBlocks number of blocks of tables that were read for these lists
 * @param listedBytes size of these blocks in bytes
 * @param keys number of entries of groups' maps that were read
 * @param keyBlocks number of blocks of tables that were read for these entries
 * @param keyBytes size of these blocks in bytes
 */
public record Lookups(
    long listed, long listedBlocks, long listedBytes, long keys, long keyBlocks, long keyBytes) {
  public static final Lookups NONE = new Lookups(0, 0, 0, 0, 0, 0);

  /** The sum of both. */
  public Lookups plus(Lookups other) {
    return combined(other, 1);
  }

  /** The difference to an earlier count. */
  public Lookups since(Lookups before) {
    return combined(before, -1);
  }

  private Lookups combined(Lookups other, int sign) {
    return new Lookups(
        listed + sign * other.listed,
        listedBlocks + sign * other.listedBlocks,
        listedBytes + sign * other.listedBytes,
        keys + sign * other.keys,
        keyBlocks + sign * other.keyBlocks,
        keyBytes + sign * other.keyBytes);
  }
}
