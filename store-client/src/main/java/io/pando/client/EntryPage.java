package io.pando.client;

import io.pando.bytes.Payload;
import java.util.SortedMap;

/**
 * Entries of an object's key/value map.
 *
 * @param entries in the order of their keys' UTF-8 bytes
 * @param more whether more entries follow that a limit left out; the next page begins after the
 *     last key
 */
public record EntryPage(SortedMap<String, Payload> entries, boolean more) {}
