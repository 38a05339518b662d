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
 */
public record RawObject(
    long number,
    long size,
    boolean hasMap,
    SortedMap<String, Payload> attributes,
    RawBlocks head) {}
