package io.pando.osd.pg.op;

/**
 * Limits on one vector of operations.
 *
 * @param maxOps operations in a vector
 * @param maxObjectBytes size of an object
 * @param maxReadBytes bytes read by a vector
 * @param maxWriteBytes bytes written by a vector
 * @param attributes limits on the client attributes of an object
 * @param maxEntryBytes key and value of an entry of the key/value map
 * @param maxKeyBytes key of such an entry, in UTF-8
 * @param maxKeys keys that one operation names: entries to set, to get or to remove
 * @param maxPageEntries entries of the map in one answer
 * @param maxPageBytes bytes of the entries in one answer
 * @param maxResultBytes results of a vector that changes the object; they are kept to answer
 *     duplicates
 */
public record OpLimits(
    int maxOps,
    long maxObjectBytes,
    int maxReadBytes,
    int maxWriteBytes,
    AttributeLimits attributes,
    int maxEntryBytes,
    int maxKeyBytes,
    int maxKeys,
    int maxPageEntries,
    int maxPageBytes,
    int maxResultBytes) {

  /** Settings for production. */
  public static OpLimits defaults() {
    return new OpLimits(
        256,
        1L << 40,
        64 << 20,
        64 << 20,
        AttributeLimits.defaults(),
        1 << 20,
        4 << 10,
        20_000,
        10_000,
        4 << 20,
        64 << 10);
  }
}
