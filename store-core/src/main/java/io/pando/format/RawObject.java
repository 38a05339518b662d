package io.pando.format;

import io.pando.bytes.Payload;
import java.util.SortedMap;

/**
 * An object as a raw store keeps it.
 *
 * @param number names its further blocks and its map within the store
 * @param size bytes
 * @param hasMap false if it surely has no key/value entry
 * @param attributes in the order of their UTF-8 bytes
 * @param head its first {@link RawBlocks#MAX} blocks
 * @param damage why nothing of it can be trusted, until it is removed; empty: it is sound
 */
public record RawObject(
    long number,
    long size,
    boolean hasMap,
    SortedMap<String, Payload> attributes,
    RawBlocks head,
    String damage) {
  /** A sound one. */
  public RawObject(
      long number,
      long size,
      boolean hasMap,
      SortedMap<String, Payload> attributes,
      RawBlocks head) {
    this(number, size, hasMap, attributes, head, "");
  }

  /** The same, marked as damaged. */
  public RawObject damaged(String why) {
    return new RawObject(number, size, hasMap, attributes, head, why);
  }
}
