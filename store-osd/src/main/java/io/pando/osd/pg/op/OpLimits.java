package io.pando.osd.pg.op;

/**
 * What one vector of operations may ask at most.
 *
 * @param maxOps operations in a vector
 * @param maxObjectBytes size of an object
 * @param maxReadBytes bytes read by a vector
 * @param maxWriteBytes bytes written by a vector
 * @param maxAttributeBytes name and value of an attribute
 * @param maxEntryBytes key and value of an entry of the key/value map
 * @param maxPageEntries entries of the map in one answer
 * @param maxPageBytes bytes of such entries
 * @param maxResultBytes what a vector that changes the object may return: it is kept for duplicates
 */
public record OpLimits(
    int maxOps,
    long maxObjectBytes,
    int maxReadBytes,
    int maxWriteBytes,
    int maxAttributeBytes,
    int maxEntryBytes,
    int maxPageEntries,
    int maxPageBytes,
    int maxResultBytes) {

  /** Settings for production. */
  public static OpLimits defaults() {
    return new OpLimits(
        256, 1L << 40, 64 << 20, 64 << 20, 64 << 10, 1 << 20, 10_000, 4 << 20, 64 << 10);
  }
}
