package io.pando.report;

/**
 * What stores read to tell what they have: lists of objects with their versions, and parts of the
 * maps that groups keep beside their objects. A block of a table counts if it was not in the
 * store's own memory; whether the system still had it in its page cache is not known.
 *
 * @param listed objects that were listed
 * @param listedBlocks blocks of tables that were read for that
 * @param listedBytes of those
 * @param keys entries of groups' maps that were read
 * @param keyBlocks blocks of tables that were read for that
 * @param keyBytes of those
 */
public record Lookups(
    long listed, long listedBlocks, long listedBytes, long keys, long keyBlocks, long keyBytes) {
  public static final Lookups NONE = new Lookups(0, 0, 0, 0, 0, 0);

  /** Both together. */
  public Lookups plus(Lookups other) {
    return combined(other, 1);
  }

  /** What came since an earlier count. */
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
