package io.pando.osd.pg.op;

/**
 * Limits on the client attributes of an object. All of them are in one record, which is read with
 * the object and written with each change of it. So they must be few and small; larger collections
 * belong into the key/value map.
 *
 * @param maxCount attributes of an object
 * @param maxNameBytes name of an attribute, in UTF-8
 * @param maxBytes name and value of an attribute
 * @param maxTotalBytes names and values of all attributes of an object
 */
public record AttributeLimits(int maxCount, int maxNameBytes, int maxBytes, int maxTotalBytes) {
  /** Settings for production. */
  public static AttributeLimits defaults() {
    return new AttributeLimits(1_024, 255, 64 << 10, 256 << 10);
  }
}
