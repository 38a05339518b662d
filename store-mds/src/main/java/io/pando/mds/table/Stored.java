package io.pando.mds.table;

/**
 * A row or the head of a table as it is stored.
 *
 * @param version the version of the table that the change of this row made; of a head, the version
 *     of the table when the head was stored
 * @param value the value
 */
public record Stored<V>(long version, V value) {}
