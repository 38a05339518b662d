package io.pando.osd.pg.op;

/**
 * What attributes of clients an object may have. All of them are in one record, which is read with
 * the object and written with each change of it: so they are few and small, and what is many
 * belongs into the key/value map.
 *
 * @param maxCount of an object
 * @param maxNameBytes of one, in UTF-8
 * @param maxBytes name and value of one
 * @param maxTotalBytes names and values of all of an object
 */
public record AttributeLimits(int maxCount, int maxNameBytes, int maxBytes, int maxTotalBytes) {
  /** Settings for production. */
  public static AttributeLimits defaults() {
    return new AttributeLimits(1_024, 255, 64 << 10, 256 << 10);
  }
}
