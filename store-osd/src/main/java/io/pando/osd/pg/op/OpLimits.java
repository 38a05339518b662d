package io.pando.osd.pg.op;

/**
 * Limits on one vector of operations.
 *
 * @param maxOps operations in a vector
 * @param maxObjectBytes size of an object
 * @param transfer limits on the bytes that a vector reads and writes
 * @param attributes limits on the client attributes of an object
 * @param entries limits on the entries of the key/value map
 * @param maxResultBytes results of a vector that changes the object; they are kept to answer
 *     duplicates
 */
public record OpLimits(
    int maxOps,
    long maxObjectBytes,
    TransferLimits transfer,
    AttributeLimits attributes,
    EntryLimits entries,
    int maxResultBytes) {

  /**
   * Limits on the bytes that a vector reads and writes.
   *
   * @param maxReadBytes bytes read by a vector
   * @param maxWriteBytes bytes written by a vector
   */
  public record TransferLimits(int maxReadBytes, int maxWriteBytes) {}

  /**
   * Limits on the entries of the key/value map.
   *
   * @param maxEntryBytes key and value of an entry
   * @param maxKeyBytes key of an entry, in UTF-8
   * @param maxKeys keys that one operation names: entries to set, to get or to remove
   * @param maxPageEntries entries of the map in one answer
   * @param maxPageBytes bytes of the entries in one answer
   */
  public record EntryLimits(
      int maxEntryBytes, int maxKeyBytes, int maxKeys, int maxPageEntries, int maxPageBytes) {}

  /** Settings for production. */
  public static OpLimits defaults() {
    return new OpLimits(
        256,
        1L << 40,
        new TransferLimits(64 << 20, 64 << 20),
        AttributeLimits.defaults(),
        new EntryLimits(1 << 20, 4 << 10, 20_000, 10_000, 4 << 20),
        64 << 10);
  }
}
