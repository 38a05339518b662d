package io.pando.mds.table;

import io.pando.bytes.Payload;

/**
 * How a table is stored: its rows are entries of an object, and its head is an attribute.
 *
 * @param <H> head: what a table says of itself
 * @param <K> keys of rows
 * @param <V> values of rows
 */
public interface TableFormat<H, K extends Comparable<K>, V> {
  /** The head of a table without rows. */
  H emptyHead();

  /** The key of the entry. The order of texts is that of the keys. */
  String text(K key);

  /** The key of a row by that of its entry; throws {@link IllegalArgumentException} for others. */
  K key(String text);

  /** The value of the entry. */
  Payload encode(Stored<V> row);

  /** Reads a value; throws {@link io.pando.proto.FormatException} if it is damaged. */
  Stored<V> decode(Payload bytes);

  /**
   * The value as it is kept in memory: an equal one, which may have parts in common with others.
   */
  default V shared(V value) {
    return value;
  }

  /** The attribute. */
  Payload encodeHead(Stored<H> head);

  /** Reads the attribute; throws {@link io.pando.proto.FormatException} if it is damaged. */
  Stored<H> decodeHead(Payload bytes);
}
