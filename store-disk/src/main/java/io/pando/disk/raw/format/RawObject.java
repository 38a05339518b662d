package io.pando.disk.raw.format;

import io.pando.bytes.Payload;
import java.util.SortedMap;

/**
 * The onode of an object in a raw store.
 *
 * @param number number that identifies its further blocks and its map within the store
 * @param size size in bytes
 * @param hasMap whether its map may have entries; false only if it certainly has none
 * @param attributes attributes, in the order of their UTF-8 bytes
 * @param head locations of its first {@link RawBlocks#MAX} blocks
 * @param damage reason why the object is damaged and must not be read until it is removed; empty
 *     for a sound object
 */
public record RawObject(
    long number,
    long size,
    boolean hasMap,
    SortedMap<String, Payload> attributes,
    RawBlocks head,
    String damage) {
  /** An attribute as it is encoded. */
  public record Attribute(String name, Payload value) {}
}
